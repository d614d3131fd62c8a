//! axum: extractors check requests. Each product has a router with a layer that checks the key. A missing route is an empty 404.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    env, fs,
    sync::{LazyLock, Mutex},
    time::Duration,
};

use axum::{
    Json, Router,
    body::Bytes,
    error_handling::HandleErrorLayer,
    extract::{FromRequest, FromRequestParts, Path, Query, Request, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, request::Parts},
    middleware::{Next, from_fn},
    response::{IntoResponse, Redirect, Response},
    routing::{MethodFilter, on},
};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Map, Value, json};
use tower::{BoxError, ServiceBuilder, limit::GlobalConcurrencyLimitLayer};
use uuid::Uuid;

const CREATE: &str = "/api/vote/embed/create";
const LISTING: &str = "/api/video/details/all";
const CHOICE: &str = "/api/ads/placement/choice/{placementId}";

#[derive(Deserialize, Clone)]
struct Operation {
    product: String,
    method: String,
    path: String,
}

#[derive(Deserialize)]
struct Catalogue {
    operations: Vec<Operation>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct World {
    keys: HashMap<String, String>,
    restricted_products: Vec<String>,
    restricted_origin: String,
    placement_id: String,
    short_id: String,
    subscription_short_id: String,
    account_id: String,
    attribution_id: String,
    payment_link_id: String,
}

fn load<T: DeserializeOwned>(name: &str) -> T {
    let file = env::var(name).expect("the harness names the file");
    serde_json::from_str(&fs::read_to_string(file).expect("it is there")).expect("it is JSON")
}

static WORLD: LazyLock<World> = LazyLock::new(|| load("WORLD"));
static SHELVES: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
static BUG: LazyLock<String> = LazyLock::new(|| env::var("BUG").unwrap_or_default());

/// True where the deployment was started with this bug.
fn bug(name: &str) -> bool {
    *BUG == name
}

/// An error of this API (section 7): status, code and message.
struct Refusal(StatusCode, &'static str, String);

const INVALID: (StatusCode, &str) = (StatusCode::BAD_REQUEST, "invalid_request");
const KEYLESS: (StatusCode, &str) = (StatusCode::UNAUTHORIZED, "authentication_required");
const FORBIDDEN: (StatusCode, &str) = (StatusCode::FORBIDDEN, "not_authorized");
const ABSENT: (StatusCode, &str) = (StatusCode::NOT_FOUND, "not_found");

fn refusal((status, code): (StatusCode, &'static str), message: impl ToString) -> Refusal {
    Refusal(status, code, message.to_string())
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (
            self.0,
            Json(json!({ "error": { "code": self.1, "message": self.2 } })),
        )
            .into_response()
    }
}

/// Like axum's `Json`, but its rejections become errors of this API.
struct Body<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(rejection) if bug("native-errors") => Err(rejection.into_response()),
            Err(JsonRejection::JsonDataError(why)) if bug("validation-422") => {
                Err(refusal((StatusCode::UNPROCESSABLE_ENTITY, INVALID.1), why).into_response())
            }
            Err(JsonRejection::MissingJsonContentType(why)) => Err(refusal(
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported"),
                why,
            )
            .into_response()),
            Err(rejection) => Err(refusal(INVALID, rejection.body_text()).into_response()),
        }
    }
}

/// Like axum's `Query`, but its rejections become errors of this API.
struct Parameters<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Parameters(value)),
            Err(rejection) if bug("native-query-errors") => Err(rejection.into_response()),
            Err(rejection) => Err(refusal(INVALID, rejection.body_text()).into_response()),
        }
    }
}

fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Config>>, D::Error> {
    Option::deserialize(from).map(Some)
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Choosable {
    id: Option<String>,
    text: Option<String>,
    color: Option<String>,
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Config {
    placement: Option<String>,
    selector: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct VoteEmbed {
    idempotency_key: Option<String>,
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    domain: Option<String>,
    target_url: Option<String>,
    selector: Option<String>,
    placement: Option<String>,
    brand_name: Option<String>,
    primary_color: Option<String>,
    secondary_color: Option<String>,
    rev_share_enabled: Option<bool>,
    allow_anonymous: Option<bool>,
    show_branding: Option<bool>,
    status: Option<String>,
    options: Option<Vec<Choosable>>,
    #[serde(default, deserialize_with = "present")]
    config: Option<Option<Config>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct ChoiceData {
    selection: Option<String>,
    user_id: Option<String>,
    reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code)]
struct Choice {
    choice_data: Option<ChoiceData>,
}

/// Reads a number of the query. An empty value counts as none.
fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let text = String::deserialize(from)?;
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

#[derive(Deserialize)]
#[allow(dead_code)]
struct Listing {
    #[serde(default, deserialize_with = "number")]
    newest: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    updated: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    nearlive: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    nowlive: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    postlive: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    tournament: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    offset: Option<f64>,
    #[serde(default, deserialize_with = "number")]
    limit: Option<f64>,
}

fn envelope(id: &str, status: &str) -> Value {
    json!({ "data": { "id": id, "status": status }, "requestId": Uuid::new_v4() })
}

async fn create(Body(fields): Body<VoteEmbed>) -> Response {
    if bug("crash-on-null") {
        let _ = fields
            .config
            .as_ref()
            .map(|config| config.as_ref().unwrap().placement.is_some());
    }
    if bug("no-content") {
        return StatusCode::NO_CONTENT.into_response();
    }
    let mut made = envelope(
        &Uuid::new_v4().to_string(),
        fields.status.as_deref().unwrap_or("active"),
    );
    if bug("number-id") {
        made["data"]["id"] = json!(4711);
    }
    if bug("request-id-missing") {
        made.as_object_mut()
            .map(|members| members.remove("requestId"));
    }
    let status = if bug("created-201") {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    (status, Json(made)).into_response()
}

async fn choose(Path(id): Path<String>, Body(_): Body<Choice>) -> Response {
    if id != WORLD.placement_id {
        return refusal(ABSENT, "no such placement").into_response();
    }
    Json(envelope(&id, "recorded")).into_response()
}

async fn list(Parameters(_): Parameters<Listing>) -> Response {
    Json(envelope("details", "complete")).into_response()
}

fn is_many(verb: &str) -> bool {
    let verb = verb.to_lowercase();
    [
        "all",
        "getall",
        "get-sessions",
        "session",
        "analytics",
        "stats",
        "history",
        "gethistory",
    ]
    .contains(&&*verb)
        || ["search", "logout", "calculate"]
            .iter()
            .any(|start| verb.starts_with(start))
}

/// Performs an operation that is not detailed.
fn perform(
    row: &Operation,
    params: &HashMap<String, String>,
    fields: &Map<String, Value>,
) -> Response {
    if row.path.starts_with("/api/pay/") {
        let there = if row.path.contains("/s/") {
            &WORLD.subscription_short_id
        } else {
            &WORLD.short_id
        };
        return if params.get("shortId") == Some(there) {
            Redirect::temporary(&format!("https://l.example/{there}")).into_response()
        } else {
            refusal(ABSENT, "no such link").into_response()
        };
    }
    if let Some(id) = params.values().next() {
        let known = [
            &WORLD.account_id,
            &WORLD.attribution_id,
            &WORLD.payment_link_id,
            &WORLD.placement_id,
        ];
        return if known.contains(&id) {
            Json(envelope(id, "active")).into_response()
        } else {
            refusal(ABSENT, "nothing there").into_response()
        };
    }
    let segments: Vec<&str> = row.path.split('/').collect();
    let shelf = format!("{} {}", row.product, segments[3]);
    let verb = segments[segments.len() - 1];
    if verb == "login" {
        return refusal(KEYLESS, "wrong email or password").into_response();
    }
    if is_many(verb) || row.path == "/api/account/types/get" {
        return Json(json!({ "data": [], "requestId": Uuid::new_v4() })).into_response();
    }
    if verb == "create" {
        let id = Uuid::new_v4().to_string();
        SHELVES.lock().unwrap().insert(format!("{shelf} {id}"));
        return (StatusCode::CREATED, Json(envelope(&id, "created"))).into_response();
    }
    match fields.get("id").and_then(Value::as_str) {
        None => refusal(INVALID, "id is missing").into_response(),
        Some(id) if !SHELVES.lock().unwrap().contains(&format!("{shelf} {id}")) => {
            refusal(ABSENT, "nothing there").into_response()
        }
        Some(id) => Json(envelope(id, "active")).into_response(),
    }
}

async fn generic(
    row: Operation,
    params: HashMap<String, String>,
    query: HashMap<String, String>,
    body: Bytes,
) -> Response {
    let mut fields: Map<String, Value> = query
        .into_iter()
        .map(|(name, text)| (name, Value::String(text)))
        .collect();
    if !body.is_empty() && row.method != "GET" && row.method != "DELETE" {
        match serde_json::from_slice::<Map<String, Value>>(&body) {
            Ok(members) => fields.extend(members),
            Err(why) => return refusal(INVALID, why).into_response(),
        }
    }
    perform(&row, &params, &fields)
}

fn authenticate(product: &str, headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("")
    };
    let key = text("x-service-api-key");
    let bearer = text("authorization")
        .strip_prefix("Bearer ")
        .filter(|_| bug("bearer-too"));
    let kind = WORLD.keys.get(bearer.unwrap_or(key)).or_else(|| {
        let prefix = bug("key-prefix") && key.len() > 8;
        WORLD
            .keys
            .iter()
            .find(|(one, _)| prefix && one.starts_with(key))
            .map(|(_, kind)| kind)
    });
    let kind = kind.ok_or_else(|| {
        refusal(
            if bug("missing-as-403") {
                FORBIDDEN
            } else {
                KEYLESS
            },
            "a valid key is needed",
        )
    })?;
    let scoped = kind == "product" && WORLD.restricted_products.iter().any(|one| one == product);
    if kind == "account"
        || kind == "permission"
        || scoped
        || text("origin") == WORLD.restricted_origin
    {
        return Err(refusal(FORBIDDEN, "not eligible"));
    }
    Ok(())
}

fn needs_key(row: &Operation) -> bool {
    let open = [
        CHOICE,
        "/api/account/general/login",
        "/api/account/general/forgot",
        "/api/pay/{shortId}",
        "/api/pay/s/{shortId}",
    ];
    !open.contains(&&*row.path) || (bug("choice-needs-key") && row.path == CHOICE)
}

fn is_missing(row: &Operation) -> bool {
    let id = format!("{} {}", row.method, row.path);
    (bug("route-missing") && id == "GET /api/team/category/all")
        || (bug("update-route-missing") && id == "PUT /api/events/general/update")
        || (bug("router-missing") && row.product == "Loyalty")
}

fn add(router: Router, row: &Operation) -> Router {
    if is_missing(row) {
        return router;
    }
    let filter = MethodFilter::try_from(row.method.parse::<axum::http::Method>().unwrap()).unwrap();
    let path = match &*row.path {
        CREATE if bug("slash-on-create") => format!("{CREATE}/"),
        "/api/payment/subscriptionPlan/getFeatures" if bug("wrong-casing") => {
            row.path.to_lowercase()
        }
        path => path.to_string(),
    };
    match &*row.path {
        CREATE => router.route(&path, on(filter, create)),
        CHOICE => router.route(&path, on(filter, choose)),
        LISTING => router.route(&path, on(filter, list)),
        _ => {
            let row = row.clone();
            let handle =
                move |Path(params): Path<HashMap<String, String>>,
                      Query(query): Query<HashMap<String, String>>,
                      body: Bytes| { generic(row.clone(), params, query, body) };
            router.route(&path, on(filter, handle))
        }
    }
}

/// The routes of one product that need a key.
fn guarded(product: String, rows: &[Operation]) -> Router {
    let router = rows
        .iter()
        .filter(|row| needs_key(row))
        .fold(Router::new(), add);
    if (bug("open-embeds") && product == "Embeds")
        || !rows.iter().any(|row| needs_key(row) && !is_missing(row))
    {
        return router;
    }
    router.route_layer(from_fn(
        move |headers: HeaderMap, request: Request, next: Next| {
            let allowed = authenticate(&product, &headers);
            async move {
                match allowed {
                    Ok(()) => next.run(request).await,
                    Err(refused) => refused.into_response(),
                }
            }
        },
    ))
}

#[tokio::main]
async fn main() {
    let catalogue: Catalogue = load("CATALOGUE");
    let mut products: BTreeMap<String, Vec<Operation>> = BTreeMap::new();
    for row in catalogue.operations {
        products.entry(row.product.clone()).or_default().push(row);
    }
    let mut app = Router::new();
    for (product, rows) in products {
        app = rows.iter().filter(|row| !needs_key(row)).fold(app, add);
        app = app.merge(guarded(product, &rows));
    }
    let shed = env::var("SHED").unwrap_or_default();
    if let Some((places, status)) = shed.split_once(':') {
        let status: u16 = status.parse().unwrap();
        let busy = move |_: BoxError| async move { StatusCode::from_u16(status).unwrap() };
        let work = from_fn(|request: Request, next: Next| async move {
            tokio::time::sleep(Duration::from_millis(12)).await;
            next.run(request).await
        });
        let layers = ServiceBuilder::new()
            .layer(HandleErrorLayer::new(busy))
            .load_shed()
            .layer(GlobalConcurrencyLimitLayer::new(places.parse().unwrap()))
            .layer(work);
        app = app.layer(layers);
    }
    let port = env::var("PORT").expect("the harness names the port");
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}"))
        .await
        .expect("the port is free");
    axum::serve(listener, app)
        .await
        .expect("it serves until it is ended");
}
