"""Django REST framework: serializers, an authentication class, one exception handler. 404 and slashes are Django's own."""

import sys
import threading

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import path as route
from waitress import serve

from platform_api import *  # noqa: F403

# The settings name this module as drf_app, but it runs as __main__.
sys.modules["drf_app"] = sys.modules[__name__]
places = threading.Semaphore(IN_FLIGHT) if IN_FLIGHT else None


def shedding(get_response):
    def middleware(request):
        if places is None:
            return get_response(request)
        if not places.acquire(blocking=False):
            return HttpResponse("busy", status=SHED_STATUS, content_type="text/plain")
        try:
            work()
            return get_response(request)
        finally:
            places.release()

    return middleware


settings.configure(
    DEBUG=False,
    SECRET_KEY="not-a-secret",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="drf_app",
    DATABASES={},
    INSTALLED_APPS=["rest_framework"],
    MIDDLEWARE=["drf_app.shedding", "django.middleware.common.CommonMiddleware"],
    LOGGING_CONFIG=None,
    REST_FRAMEWORK={
        "UNAUTHENTICATED_USER": None,
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        **({} if bug("native-errors") else {"EXCEPTION_HANDLER": "drf_app.on_error"}),
    },
)
django.setup()

from rest_framework import exceptions, serializers  # noqa: E402
from rest_framework.authentication import BaseAuthentication  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView, exception_handler  # noqa: E402

CODES = {400: "invalid_request", 401: "authentication_required", 403: "not_authorized", 404: "not_found", 429: "rate_limited"}


def on_error(problem, context):
    if isinstance(problem, ApiError):
        return Response({"code": problem.code, "detail": str(problem)}, problem.status)
    response = exception_handler(problem, context)
    if response is not None:
        detail = response.data.get("detail", response.data) if isinstance(response.data, dict) else response.data
        response.data = {"code": CODES.get(response.status_code, "error"), "detail": detail}
        if bug("validation-422") and isinstance(problem, exceptions.ValidationError):
            response.status_code = 422
    return response


class KeyAuthentication(BaseAuthentication):
    def authenticate(self, request):
        view = request.parser_context["view"]
        key = request.META.get("HTTP_X_SERVICE_API_KEY")
        if bug("token-too") and key is None and request.META.get("HTTP_AUTHORIZATION", "").startswith("Token "):
            key = request.META["HTTP_AUTHORIZATION"].removeprefix("Token ")
        try:
            authenticate(key, view.row["product"], request.META.get("HTTP_ORIGIN"))
        except ApiError as problem:
            if problem.code == "authentication_required":
                raise exceptions.AuthenticationFailed() from None
            raise exceptions.PermissionDenied() from None
        return (object(), None)

    if not bug("missing-as-403"):
        # Without this method, the framework turns every 401 into a 403.
        def authenticate_header(self, request):
            return "ApiKey"



class StrictText(serializers.CharField):
    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictFlag(serializers.BooleanField):
    def to_internal_value(self, data):
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


Text = serializers.CharField if bug("coerced-types") else StrictText
Flag = serializers.BooleanField if bug("coerced-types") else StrictFlag


def text():
    return Text(required=False, allow_blank=True)


class Option(serializers.Serializer):
    id = text()
    color = text()


# This member has the name of the function that makes it, so the class cannot declare it.
Option._declared_fields["text"] = text()


class Config(serializers.Serializer):
    placement = text()
    selector = text()


class VoteEmbed(serializers.Serializer):
    idempotencyKey = text()
    name = text()
    title = text()
    description = text()
    domain = text()
    targetUrl = text()
    selector = text()
    placement = text()
    brandName = text()
    primaryColor = text()
    secondaryColor = text()
    status = text()
    revShareEnabled = Flag(required=False)
    allowAnonymous = Flag(required=False)
    showBranding = Flag(required=False)
    options = Option(many=True, required=False)
    config = Config(required=False, allow_null=bug("crash-on-null"))


class ChoiceData(serializers.Serializer):
    selection = text()
    userId = text()
    reason = text()


class Choice(serializers.Serializer):
    choiceData = ChoiceData(required=False)


def number():
    return serializers.CharField(required=False, allow_blank=True) if bug("limit-word-crash") else serializers.FloatField(required=False)


Listing = type("Listing", (serializers.Serializer,), {name: number() for name in NUMBERS})


class View(APIView):
    """All operations of one path."""

    row = None
    rows = {}

    def get_authenticators(self):
        forgotten = bug("open-embeds") and self.row["product"] == "Embeds"
        asked = needs_key(self.row) or (bug("choice-needs-key") and self.row["path"] == CHOICE)
        return [KeyAuthentication()] if asked and not forgotten else []

    def checked(self, serializer, data):
        judged = serializer(data=data)
        judged.is_valid(raise_exception=True)
        return judged.validated_data

    def answer(self, request, **params):
        row = self.rows[request.method]
        if row["path"] == CREATE:
            return Response(create_embed(dict(self.checked(VoteEmbed, request.data))), 201 if bug("created-201") else 200)
        if row["path"] == CHOICE:
            self.checked(Choice, request.data)
            return Response(choose(params["placementId"]))
        if row["path"] == LISTING:
            for value in self.checked(Listing, request.query_params.dict()).values():
                float(value or 0)
            return Response(list_details())
        fields = request.query_params.dict()
        if request.method in ("POST", "PUT") and isinstance(request.data, dict):
            fields |= request.data
        status, body = perform(row, params, fields)
        return HttpResponseRedirect(body) if status == 302 else Response(body, status)


def is_there(row):
    if bug("router-missing") and row["product"] == "Loyalty":
        return False
    missing = {
        "route-missing": ("GET", "/api/team/category/all"),
        "write-route-missing": ("POST", "/api/marketing/template/create"),
        "update-route-missing": ("PUT", "/api/events/general/update"),
    }
    return missing.get(os.environ.get("BUG")) != (row["method"], row["path"])


def url_of(path):
    slash = "/" if (bug("slash-on-create") and path == CREATE) or (bug("slash-on-listing") and path == LISTING) else ""
    return path[1:].replace("{", "<str:").replace("}", ">") + slash


paths = {}
for one in OPERATIONS:
    if is_there(one):
        paths.setdefault(one["path"], {})[one["method"]] = one

urlpatterns = []
for path, rows in paths.items():
    methods = {method.lower(): View.answer for method in rows}
    view = type("OneView", (View,), {"rows": rows, "row": next(iter(rows.values())), **methods})
    urlpatterns.append(route(url_of(path), view.as_view()))

if __name__ == "__main__":
    serve(get_wsgi_application(), host="127.0.0.1", port=PORT, threads=32, _quiet=True)
