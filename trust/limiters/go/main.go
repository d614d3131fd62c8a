// A plain service on loopback, behind one of four Go rate limiters.
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/go-chi/httprate"
	"github.com/juju/ratelimit"
	"github.com/throttled/throttled/v2"
	"github.com/throttled/throttled/v2/store/memstore"
	"golang.org/x/time/rate"
)

const refusal = `{"error":{"code":"rate_limited","message":"Too many requests"}}`

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

func key(r *http.Request) string { return r.Header.Get("X-Service-API-Key") }

func plain(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, `{"status":"success","data":[]}`)
}

func refuse(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusTooManyRequests, refusal) }

// One bucket suffices, since there is only one key.
func timeRate(next http.Handler) http.Handler {
	limiter := rate.NewLimiter(rate.Limit(20), 20)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !limiter.Allow() {
			refuse(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// It gets ten tokens at a time.
func quantum(next http.Handler) http.Handler {
	bucket := ratelimit.NewBucketWithQuantum(500*time.Millisecond, 20, 10)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if bucket.TakeAvailable(1) == 0 {
			refuse(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// The quota is 20 a second: one request and a burst of 19 fit in at once.
func gcra(next http.Handler) http.Handler {
	store, err := memstore.NewCtx(1000)
	if err != nil {
		log.Fatal(err)
	}
	limiter, err := throttled.NewGCRARateLimiterCtx(store, throttled.RateQuota{MaxRate: throttled.PerSec(20), MaxBurst: 19})
	if err != nil {
		log.Fatal(err)
	}
	limits := throttled.HTTPRateLimiterCtx{RateLimiter: limiter, VaryBy: &throttled.VaryBy{Custom: key}, DeniedHandler: http.HandlerFunc(refuse)}
	return limits.RateLimit(next)
}

func slidingCounter(next http.Handler) http.Handler {
	byKey := func(r *http.Request) (string, error) { return key(r), nil }
	return httprate.Limit(20, 1500*time.Millisecond, httprate.WithKeyFuncs(byKey), httprate.WithLimitHandler(refuse))(next)
}

func main() {
	name := flag.String("limiter", "", "x-time-rate, juju, throttled or httprate")
	port := flag.Int("port", 0, "of loopback")
	flag.Parse()
	limiters := map[string]func(http.Handler) http.Handler{"x-time-rate": timeRate, "juju": quantum, "throttled": gcra, "httprate": slidingCounter}
	limit, known := limiters[*name]
	if !known {
		log.Fatalf("there is no limiter %q", *name)
	}
	log.Fatal(http.ListenAndServe(fmt.Sprintf("127.0.0.1:%d", *port), limit(http.HandlerFunc(plain))))
}
