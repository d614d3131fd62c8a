"""FastAPI: pydantic models, a router for each product, a dependency that checks the key, exception handlers for all errors."""

from typing import Annotated, Optional

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, Security
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse
from fastapi.security import APIKeyHeader
from pydantic import BaseModel, ConfigDict, StrictBool

from platform_api import *  # noqa: F403

Flag = bool if bug("coerced-types") else StrictBool


class Model(BaseModel):
    model_config = ConfigDict(extra="allow")


class Option(Model):
    id: str | None = None
    text: str | None = None
    color: str | None = None


class Config(Model):
    placement: str | None = None
    selector: str | None = None


class VoteEmbed(Model):
    idempotencyKey: str | None = None
    name: str | None = None
    title: str | None = None
    description: str | None = None
    domain: str | None = None
    targetUrl: str | None = None
    selector: str | None = None
    placement: str | None = None
    brandName: str | None = None
    primaryColor: str | None = None
    secondaryColor: str | None = None
    status: str | None = None
    revShareEnabled: Flag | None = None
    allowAnonymous: Flag | None = None
    showBranding: Flag | None = None
    options: list[Option] | None = None
    config: Config | None = None


class ChoiceData(Model):
    selection: str | None = None
    userId: str | None = None
    reason: str | None = None


class Choice(Model):
    choiceData: ChoiceData | None = None


class Listing(BaseModel):
    newest: float | None = None
    updated: float | None = None
    nearlive: float | None = None
    nowlive: float | None = None
    postlive: float | None = None
    tournament: float | None = None
    offset: float | None = None
    limit: float | None = None


class Data(BaseModel):
    id: str
    status: Optional[str] = None


class Envelope(BaseModel):
    data: Data
    requestId: str


app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
header = APIKeyHeader(name="X-Service-API-Key", auto_error=False)


def error(status, code, message):
    return JSONResponse({"error": {"code": code, "message": message}}, status)


@app.exception_handler(ApiError)
async def known_error(_: Request, problem: ApiError):
    if bug("native-errors"):
        return JSONResponse({"detail": str(problem)}, problem.status)
    return error(200 if bug("ok-errors") else problem.status, problem.code, str(problem))


if not bug("native-errors"):

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, problem: RequestValidationError):
        first = problem.errors()[0]
        return error(422 if bug("validation-422") else 400, "invalid_request", f"{first['loc']}: {first['msg']}")


def guard(product):
    def check(request: Request, key: Annotated[str | None, Security(header)] = None):
        sent = key
        if sent is None and bug("key-in-query"):
            sent = request.query_params.get("api_key") or request.query_params.get("apikey") or request.query_params.get("key")
        authenticate(sent, product, request.headers.get("origin"))

    return Depends(check)


def dependencies(row):
    forgotten = (bug("open-embeds") and row["product"] == "Embeds") or (bug("open-team") and row["product"] == "Teams")
    asked = needs_key(row) or (bug("choice-needs-key") and row["path"] == CHOICE)
    return [guard(row["product"])] if asked and not forgotten else []


def generic(row):
    async def handle(request: Request):
        await work_async()
        fields = dict(request.query_params)
        if row["method"] in ("POST", "PUT") and (await request.body()).strip():
            try:
                body = await request.json()
            except ValueError:
                raise ApiError("invalid_request", "not JSON") from None
            if not isinstance(body, dict):
                raise ApiError("invalid_request", "not an object")
            fields |= body
        status, answer = perform(row, request.path_params, fields)
        return RedirectResponse(answer, 302) if status == 302 else JSONResponse(answer, status)

    return handle


def add(router, row):
    path, method = row["path"], row["method"]
    more = {"dependencies": dependencies(row), "methods": [method]}
    if path == CREATE:
        slash = "/" if bug("slash-on-create") else ""

        async def create(embed: VoteEmbed, response: Response):
            await work_async()
            made = create_embed(embed.model_dump(exclude_unset=True))
            response.status_code = 201 if bug("created-201") else 200
            return made

        shape = {} if bug("number-id") else {"response_model": Envelope, "response_model_exclude_none": True}
        router.add_api_route(path + slash, create, **more, **shape)
    elif path == CHOICE:

        async def choice(placementId: str, choice: Choice):
            await work_async()
            return choose(placementId)

        router.add_api_route(path, choice, response_model=Envelope, **more)
    elif path == LISTING:
        if bug("limit-word-crash"):

            async def listing(request: Request):
                for name in NUMBERS:
                    float(request.query_params.get(name) or 0)
                return list_details()
        else:

            async def listing(query: Annotated[Listing, Query()]):
                await work_async()
                return list_details()

        router.add_api_route(path + ("/" if bug("slash-on-listing") else ""), listing, **more)
    elif not (bug("route-missing") and path == "/api/team/category/all"):
        router.add_api_route(path, generic(row), **more)


for product in dict.fromkeys(row["product"] for row in OPERATIONS):
    if bug("router-missing") and product == "Loyalty":
        continue
    router = APIRouter()
    for one in OPERATIONS:
        if one["product"] == product:
            add(router, one)
    app.include_router(router)

# The server itself sheds load: beyond its limit, it answers 503 in plain text.
uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="critical", access_log=False, limit_concurrency=IN_FLIGHT or None)
