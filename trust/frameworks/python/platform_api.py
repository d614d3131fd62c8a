"""Code that the three deployments share: the catalogue, the keys and their accounts, and the resources."""

import asyncio
import json
import os
import re
import time
import uuid

with open(os.environ["CATALOGUE"]) as file:
    OPERATIONS = json.load(file)["operations"]
with open(os.environ["WORLD"]) as file:
    WORLD = json.load(file)

PORT = int(os.environ["PORT"])
CREATE = "/api/vote/embed/create"
LISTING = "/api/video/details/all"
CHOICE = "/api/ads/placement/choice/{placementId}"
STATUSES = {"invalid_request": 400, "authentication_required": 401, "not_authorized": 403, "not_found": 404}
NUMBERS = ["newest", "updated", "nearlive", "nowlive", "postlive", "tournament", "offset", "limit"]
OPEN = {
    ("POST", CHOICE),
    ("POST", "/api/account/general/login"),
    ("POST", "/api/account/general/forgot"),
    ("GET", "/api/pay/{shortId}"),
    ("GET", "/api/pay/s/{shortId}"),
}
MANY = re.compile(r"^(all|getall|get-sessions|session|search.*|analytics|stats|history|gethistory|logout.*|calculate.*)$", re.I)


def bug(name):
    """True where the deployment was started with this bug."""
    return os.environ.get("BUG") == name


class ApiError(Exception):
    def __init__(self, code, message=None, status=None):
        super().__init__(message or code)
        self.code = code
        self.status = status or STATUSES[code]


def needs_key(row):
    return (row["method"], row["path"]) not in OPEN


def authenticate(key, product, origin):
    """Raises where the key is refused, as section 5 says."""
    kind = WORLD["keys"].get(key)
    if kind is None and bug("key-prefix") and key:
        kind = next((one for known, one in WORLD["keys"].items() if len(key) > 8 and known.startswith(key)), None)
    if kind is None:
        raise ApiError("authentication_required", status=403 if bug("missing-as-403") else None)
    scoped = kind == "product" and product in WORLD["restrictedProducts"]
    if kind in ("account", "permission") or origin == WORLD["restrictedOrigin"] or scoped:
        raise ApiError("authentication_required" if bug("forbidden-as-401") else "not_authorized")


def envelope(identifier, status):
    return {"data": {"id": identifier, "status": status}, "requestId": uuid.uuid4().hex}


SHELVES = {}


def perform(row, params, fields):
    """Performs an operation that is not detailed. Gives (status, body) or (302, location)."""
    path, method = row["path"], row["method"]
    if path.startswith("/api/pay/"):
        there = WORLD["subscriptionShortId" if "/s/" in path else "shortId"]
        if params["shortId"] != there:
            raise ApiError("not_found")
        return 302, f"https://links.example/{there}"
    for name, value in params.items():
        if WORLD.get(name) != value:
            raise ApiError("not_found")
        return 200, envelope(value, "active")
    shelf = SHELVES.setdefault((row["product"], path.split("/")[3]), set())
    verb = path.split("/")[-1]
    if verb == "login":
        raise ApiError("authentication_required", "wrong email or password")
    if MANY.match(verb) or path == "/api/account/types/get":
        return 200, {"data": [{"id": one} for one in list(shelf)[:20]], "requestId": uuid.uuid4().hex}
    if verb == "create":
        made = uuid.uuid4().hex
        shelf.add(made)
        return 201, envelope(made, "created")
    wanted = fields.get("id") if isinstance(fields, dict) else None
    if not isinstance(wanted, str):
        raise ApiError("invalid_request", "id is required")
    if wanted not in shelf:
        raise ApiError("not_found")
    if method == "DELETE" or verb == "delete":
        shelf.discard(wanted)
    return 200, envelope(wanted, "active")


def create_embed(fields):
    if bug("crash-on-null") and "config" in fields:
        fields["config"].get("placement")
    made = envelope(uuid.uuid4().hex, fields.get("status") or "active")
    if bug("status-missing"):
        del made["data"]["status"]
    if bug("number-id"):
        made["data"]["id"] = 4711
    if bug("request-id-missing"):
        del made["requestId"]
    return made


def choose(placement_id):
    if placement_id != WORLD["placementId"] and not bug("unknown-placement-served"):
        raise ApiError("not_found")
    return envelope(placement_id, "recorded")


def list_details():
    return {**envelope("details", "complete"), "items": []}


IN_FLIGHT, SHED_STATUS = (int(part) for part in (os.environ.get("SHED") or "0:0").split(":"))


def work():
    """Takes 12 ms where load is shed, so that requests are in flight together."""
    if IN_FLIGHT:
        time.sleep(0.012)


async def work_async():
    if IN_FLIGHT:
        await asyncio.sleep(0.012)
