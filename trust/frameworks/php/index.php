<?php
// PHP behind nginx, without a framework: php-fpm runs this front controller for every request.
declare(strict_types=1);

const CREATE = '/api/vote/embed/create';
const LISTING = '/api/video/details/all';
const CHOICE = '/api/ads/placement/choice/{placementId}';
const STATUSES = ['invalid_request' => 400, 'authentication_required' => 401, 'not_authorized' => 403, 'not_found' => 404];
const TEXTS = ['idempotencyKey', 'name', 'title', 'description', 'domain', 'targetUrl', 'selector', 'placement',
    'brandName', 'primaryColor', 'secondaryColor', 'status'];
const NUMBERS = ['newest', 'updated', 'nearlive', 'nowlive', 'postlive', 'tournament', 'offset', 'limit'];
const OPEN = ['POST ' . CHOICE, 'POST /api/account/general/login', 'POST /api/account/general/forgot',
    'GET /api/pay/{shortId}', 'GET /api/pay/s/{shortId}'];

/** True where the deployment was started with this bug. */
function bug(string $name): bool
{
    return $_SERVER['BUG'] === $name;
}

final class ApiError extends Exception
{
    public function __construct(public readonly string $error, string $message = '')
    {
        parent::__construct($message);
    }
}

function fromFile(string $name): array
{
    return json_decode(file_get_contents($_SERVER[$name]), true);
}

function reply(int $status, mixed $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body);
}

function envelope(mixed $id, string $status): array
{
    $data = ['id' => $id, 'status' => $status];
    return ['data' => $data, 'requestId' => bin2hex(random_bytes(8))];
}

function authenticate(array $world, string $product): void
{
    $key = $_SERVER['HTTP_X_SERVICE_API_KEY'] ?? (bug('key-in-query') ? ($_GET['api_key'] ?? $_GET['key'] ?? '') : '');
    $kind = $world['keys'][$key] ?? null;
    if ($kind === null) {
        throw new ApiError('authentication_required');
    }
    $scoped = $kind === 'product' && in_array($product, $world['restrictedProducts'], true);
    $origin = $_SERVER['HTTP_ORIGIN'] ?? '';
    if (in_array($kind, ['account', 'permission'], true) || $scoped || $origin === $world['restrictedOrigin']) {
        throw new ApiError(bug('forbidden-as-401') ? 'authentication_required' : 'not_authorized');
    }
}

/** The body as an object; an empty body counts as an empty object. */
function body(): object
{
    $text = file_get_contents('php://input');
    if (trim($text) === '') {
        return new stdClass();
    }
    $body = json_decode($text);
    // json_decode gives null for text that is no JSON: a team may take that for an empty body.
    if ($body === null && bug('malformed-accepted')) {
        return new stdClass();
    }
    if (!is_object($body)) {
        throw new ApiError('invalid_request', 'The body is no object.');
    }
    return $body;
}

function expect(object $fields, array $names, callable $is): void
{
    foreach ($names as $name) {
        if (isset($fields->$name) && !$is($fields->$name)) {
            throw new ApiError('invalid_request', "$name has the wrong type.");
        }
    }
}

function isText(mixed $value): bool
{
    return is_string($value) || (bug('coerced-types') && is_scalar($value));
}

function createEmbed(): array
{
    $fields = body();
    expect($fields, TEXTS, 'isText');
    expect($fields, ['revShareEnabled', 'allowAnonymous', 'showBranding'], 'is_bool');
    expect($fields, ['options'], 'is_array');
    expect($fields, ['config'], 'is_object');
    expect($fields->config ?? new stdClass(), ['placement', 'selector'], 'isText');
    foreach ($fields->options ?? [] as $option) {
        if (!is_object($option)) {
            throw new ApiError('invalid_request', 'An option is no object.');
        }
        expect($option, ['id', 'text', 'color'], 'isText');
    }
    if (bug('crash-on-null') && property_exists($fields, 'config')) {
        (static fn (object $config) => $config)($fields->config);
    }
    return envelope(bug('number-id') ? random_int(1, 9999) : bin2hex(random_bytes(8)), $fields->status ?? 'active');
}

function choose(array $world, array $params): array
{
    $fields = body();
    expect($fields, ['choiceData'], 'is_object');
    expect($fields->choiceData ?? new stdClass(), ['selection', 'userId', 'reason'], 'isText');
    if ($params['placementId'] !== $world['placementId'] && !bug('unknown-placement-served')) {
        throw new ApiError('not_found');
    }
    return envelope($params['placementId'], 'recorded');
}

function listDetails(): array
{
    foreach (NUMBERS as $name) {
        $text = $_GET[$name] ?? '';
        if (!is_string($text) || ($text !== '' && !is_numeric($text) && !bug('limit-word-served'))) {
            throw new ApiError('invalid_request', "$name is no number.");
        }
    }
    return envelope('details', 'complete');
}

/** Performs an operation that is not detailed. Null where it redirects. */
function perform(array $row, array $params, array $world): ?array
{
    if (str_starts_with($row['path'], '/api/pay/')) {
        $there = $world[str_contains($row['path'], '/s/') ? 'subscriptionShortId' : 'shortId'];
        if ($params['shortId'] !== $there) {
            throw new ApiError('not_found');
        }
        header("Location: https://short.example/$there", true, 302);
        return null;
    }
    foreach ($params as $name => $value) {
        if ($world[$name] !== $value) {
            throw new ApiError('not_found');
        }
        return envelope($value, 'active');
    }
    $segments = explode('/', $row['path']);
    $verb = end($segments);
    if ($verb === 'login') {
        throw new ApiError('authentication_required', 'Wrong email or password.');
    }
    $many = '/^(all|getall|get-sessions|session|search.*|analytics|stats|history|gethistory|logout.*|calculate.*)$/i';
    if (preg_match($many, $verb) || $row['path'] === '/api/account/types/get') {
        return ['data' => [], 'requestId' => bin2hex(random_bytes(8))];
    }
    $shelf = $_SERVER['ROOM'] . '/' . md5($row['product'] . $segments[3]) . '-';
    if ($verb === 'create') {
        $id = bin2hex(random_bytes(8));
        touch($shelf . $id);
        return envelope($id, 'created');
    }
    $wanted = in_array($row['method'], ['POST', 'PUT'], true) ? (body()->id ?? null) : ($_GET['id'] ?? null);
    if (!is_string($wanted) || $wanted === '') {
        throw new ApiError('invalid_request', 'id is missing.');
    }
    if (!(preg_match('/^[0-9a-f]+$/', $wanted) && file_exists($shelf . $wanted))) {
        throw new ApiError('not_found');
    }
    return envelope($wanted, 'active');
}

/** The operation that a request asks for, with its path parameters. Throws 404 or 405 where there is none. */
function routed(array $operations, string $method, string $path): array
{
    $there = false;
    foreach ($operations as $row) {
        if (bug('route-missing') && $row['path'] === '/api/team/category/all') {
            continue;
        }
        if (bug('router-missing') && $row['product'] === 'Loyalty') {
            continue;
        }
        $pattern = '#^' . preg_replace('/\\\\\{(\w+)\\\\\}/', '(?<$1>[^/]+)', preg_quote($row['path'])) . '$#';
        if (!preg_match($pattern, $path, $found)) {
            continue;
        }
        if ($row['method'] === $method) {
            return [$row, array_filter($found, 'is_string', ARRAY_FILTER_USE_KEY)];
        }
        $there = true;
    }
    throw new RuntimeException('No route.', $there ? 405 : 404);
}

function answer(array $row, array $params, array $world): void
{
    $isOpen = in_array($row['method'] . ' ' . $row['path'], OPEN, true);
    if (!$isOpen && !(bug('open-embeds') && $row['product'] === 'Embeds')) {
        authenticate($world, $row['product']);
    }
    $body = match ($row['path']) {
        CREATE => createEmbed(),
        CHOICE => choose($world, $params),
        LISTING => listDetails(),
        default => perform($row, $params, $world),
    };
    if ($body !== null) {
        reply(bug('created-201') && $row['path'] === CREATE ? 201 : 200, $body);
    }
}

if ($_SERVER['SHED'] !== '') {
    usleep(12_000);
}
if (bug('warning-in-front')) {
    ini_set('display_errors', '1');
    ini_set('html_errors', '1');
}
try {
    $path = rawurldecode(explode('?', $_SERVER['REQUEST_URI'])[0]);
    [$row, $params] = routed(fromFile('CATALOGUE')['operations'], $_SERVER['REQUEST_METHOD'], $path);
    if (bug('warning-in-front') && $row['path'] === CREATE) {
        echo $undefined;
    }
    answer($row, $params, fromFile('WORLD'));
} catch (ApiError $problem) {
    reply(bug('ok-errors') ? 200 : STATUSES[$problem->error], ['error' => $problem->error, 'message' => $problem->getMessage()]);
} catch (RuntimeException $problem) {
    http_response_code($problem->getCode());
    echo '<h1>' . htmlspecialchars($problem->getMessage()) . '</h1>';
}
