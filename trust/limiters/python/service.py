"""A plain service behind one of the strategies of `limits`, on loopback: service.py STRATEGY PORT."""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from limits import RateLimitItemPerSecond, storage, strategies

LIMITERS = {
    "fixed-window": strategies.FixedWindowRateLimiter,
    "moving-window": strategies.MovingWindowRateLimiter,
    "sliding-window-counter": strategies.SlidingWindowCounterRateLimiter,
}
LIMITER = LIMITERS[sys.argv[1]](storage.MemoryStorage())
ITEM = RateLimitItemPerSecond(20, 1)
REFUSAL = b'{"error":{"code":"rate_limited","message":"Too many requests"}}'
PLAIN = b'{"status":"success","data":[]}'


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self):
        allowed = LIMITER.hit(ITEM, self.headers.get("X-Service-API-Key", ""))
        body = PLAIN if allowed else REFUSAL
        self.send_response(200 if allowed else 429)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Logs nothing."""


class Server(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True


Server(("127.0.0.1", int(sys.argv[2])), Handler).serve_forever()
