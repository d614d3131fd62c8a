"""Flask behind waitress: blueprints check the key before each request, and every HTTP error has one JSON shape."""

import threading

from flask import Blueprint, Flask, abort, jsonify, make_response, redirect, request
from waitress import serve
from werkzeug.exceptions import HTTPException, default_exceptions

from platform_api import *  # noqa: F403

TEXTS = "idempotencyKey name title description domain targetUrl selector placement brandName primaryColor secondaryColor status".split()
FLAGS = ["revShareEnabled", "allowAnonymous", "showBranding"]
CODES = {400: "invalid_request", 401: "authentication_required", 403: "not_authorized", 404: "not_found", 429: "rate_limited"}

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 1024 * 1024
places = threading.Semaphore(IN_FLIGHT) if IN_FLIGHT else None


@app.errorhandler(HTTPException)
def http_error(problem):
    if bug("native-errors"):
        return problem
    # All errors have one shape: a missing route gets `not_found` like a missing resource.
    code = CODES.get(problem.code, problem.name.lower().replace(" ", "_"))
    return jsonify(error={"code": code, "message": problem.description}), problem.code


@app.errorhandler(ApiError)
def api_error(problem):
    if bug("native-errors"):
        return default_exceptions[problem.status]().get_response()
    status = 200 if bug("ok-errors") else problem.status
    return jsonify(error={"code": problem.code, "message": str(problem)}), status


def body():
    if not request.data.strip():
        return {}
    parsed = request.get_json(silent=bug("malformed-accepted"), force=bug("malformed-accepted"))
    if parsed is None and bug("malformed-accepted"):
        parsed = {}
    if not isinstance(parsed, dict):
        abort(400, "The body is not an object.")
    return parsed


def expect(fields, names, kind):
    for name in names:
        if fields.get(name) is not None and not isinstance(fields[name], kind):
            abort(422 if bug("validation-422") else 400, f"{name} has the wrong type.")


def create():
    fields = body()
    expect(fields, TEXTS, str)
    if not bug("coerced-types"):
        expect(fields, FLAGS, bool)
    expect(fields, ["options"], list)
    for option in fields.get("options") or []:
        if not isinstance(option, dict):
            abort(400, "An option is not an object.")
        expect(option, ["id", "text", "color"], str)
    expect(fields, ["config"], dict)
    expect(fields.get("config") or {}, ["placement", "selector"], str)
    return make_response("", 204) if bug("no-content") else jsonify(create_embed(fields))


def choice(placementId):
    fields = body()
    expect(fields, ["choiceData"], dict)
    expect(fields.get("choiceData") or {}, ["selection", "userId", "reason"], str)
    return jsonify(choose(placementId))


def listing():
    for name in NUMBERS:
        text = request.args.get(name)
        if text:
            try:
                float(text)
            except ValueError:
                if not bug("limit-word-served"):
                    abort(400, f"{name} is not a number.")
    return jsonify(list_details())


def generic(row):
    def handle(**params):
        fields = {**request.args, **(body() if row["method"] in ("POST", "PUT") else {})}
        status, answer = perform(row, params, fields)
        return redirect(answer) if status == 302 else (jsonify(answer), status)

    return handle


HANDLERS = {CREATE: create, CHOICE: choice, LISTING: listing}


def register(blueprint, rows):
    for row in rows:
        path, method = row["path"], row["method"]
        if bug("route-missing") and path == "/api/team/category/all":
            continue
        if bug("update-route-missing") and (method, path) == ("PUT", "/api/events/general/update"):
            continue
        if bug("wrong-method") and (method, path) == ("PUT", "/api/pages/general/update"):
            method = "PATCH"
        slash = "/" if (bug("slash-on-create") and path == CREATE) or (bug("slash-on-listing") and path == LISTING) else ""
        view = HANDLERS.get(path) or generic(row)
        endpoint = f"{method}{path}".translate(str.maketrans("/{}.", "____"))
        blueprint.add_url_rule(path.replace("{", "<").replace("}", ">") + slash, endpoint, view, methods=[method])


@app.before_request
def shed():
    if places is not None and not places.acquire(blocking=False):
        return "The server is busy.", SHED_STATUS
    if places is not None:
        request.environ["place"] = True
        work()


@app.teardown_request
def leave(_):
    if request.environ.pop("place", False):
        places.release()


for product in dict.fromkeys(row["product"] for row in OPERATIONS):
    own = [row for row in OPERATIONS if row["product"] == product]
    opened = Blueprint(f"{product}-open", __name__)
    register(opened, [row for row in own if not needs_key(row)])
    guarded = Blueprint(product, __name__)
    register(guarded, [row for row in own if needs_key(row)])
    if not (bug("open-embeds") and product == "Embeds"):

        @guarded.before_request
        def check(product=product):
            authenticate(request.headers.get("X-Service-API-Key"), product, request.headers.get("Origin"))

    app.register_blueprint(opened)
    if not (bug("router-missing") and product == "Loyalty"):
        app.register_blueprint(guarded)

serve(app, host="127.0.0.1", port=PORT, threads=32, _quiet=True)
