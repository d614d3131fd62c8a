package platform;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * Spring Boot: Jackson reads bodies into records. An interceptor checks the key after routing. An advice writes the errors of
 * this API. A missing route gets the framework's own 404.
 */
@SpringBootApplication
public class Application implements WebMvcConfigurer {
  static final String CREATE = "/api/vote/embed/create";
  static final String LISTING = "/api/video/details/all";
  static final String CHOICE = "/api/ads/placement/choice/{placementId}";
  static final Set<String> OPEN =
      Set.of(
          "POST " + CHOICE,
          "POST /api/account/general/login",
          "POST /api/account/general/forgot",
          "GET /api/pay/{shortId}",
          "GET /api/pay/s/{shortId}");
  static final JsonNode WORLD = read("WORLD");
  static final Set<String> SHELVES = ConcurrentHashMap.newKeySet();

  static JsonNode read(String name) {
    return JsonMapper.shared().readTree(Path.of(System.getenv(name)).toFile());
  }

  /** True where the deployment was started with this bug. */
  static boolean bug(String name) {
    return name.equals(System.getenv("BUG"));
  }

  static String known(String name) {
    return WORLD.path(name).asString("");
  }

  static class ApiException extends RuntimeException {
    final int status;
    final String code;

    ApiException(int status, String code) {
      super(code, null, false, false);
      this.status = status;
      this.code = code;
    }
  }

  static ApiException invalid() {
    return new ApiException(400, "invalid_request");
  }

  static ApiException absent() {
    return new ApiException(404, "not_found");
  }

  record Option(String id, String text, String color) {}

  record Config(String placement, String selector) {}

  record VoteEmbed(
      String idempotencyKey,
      String name,
      String title,
      String description,
      String domain,
      String targetUrl,
      String selector,
      String placement,
      String brandName,
      String primaryColor,
      String secondaryColor,
      Boolean revShareEnabled,
      Boolean allowAnonymous,
      Boolean showBranding,
      String status,
      List<Option> options,
      Config config) {}

  record ChoiceData(String selection, String userId, String reason) {}

  record Choice(ChoiceData choiceData) {}

  record Row(String product, String method, String path) {
    boolean needsKey() {
      boolean isOpen = OPEN.contains(method + " " + path) && !(bug("choice-needs-key") && path.equals(CHOICE));
      return !isOpen && !(bug("open-embeds") && product.equals("Embeds"));
    }
  }

  static Map<String, Object> envelope(Object id, String status) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("id", id);
    if (!bug("status-missing")) data.put("status", status);
    return Map.of("data", data, "requestId", UUID.randomUUID().toString());
  }

  /** The handlers of one operation. */
  @ResponseBody
  public static class Controller {
    final Row row;

    Controller(Row row) {
      this.row = row;
    }

    public ResponseEntity<?> create(@RequestBody VoteEmbed embed) {
      if (bug("crash-on-null") && embed.options() != null) embed.options().forEach(one -> Objects.hash(one.id()));
      Object id = bug("number-id") ? (Object) 4711 : UUID.randomUUID().toString();
      String status = embed.status() == null ? "active" : embed.status();
      return ResponseEntity.status(bug("created-201") ? 201 : 200).body(envelope(id, status));
    }

    public Object choose(@PathVariable String placementId, @RequestBody(required = false) Choice choice) {
      if (!placementId.equals(known("placementId")) && !bug("unknown-placement-served")) throw absent();
      return envelope(placementId, "recorded");
    }

    public Object list(
        @RequestParam(required = false) Double newest,
        @RequestParam(required = false) Double updated,
        @RequestParam(required = false) Double nearlive,
        @RequestParam(required = false) Double nowlive,
        @RequestParam(required = false) Double postlive,
        @RequestParam(required = false) Double tournament,
        @RequestParam(required = false) Double offset,
        @RequestParam(required = false) Double limit) {
      return envelope("details", "complete");
    }

    public ResponseEntity<?> read(HttpServletRequest request, @PathVariable Map<String, String> params) {
      return perform(params, request.getParameter("id"));
    }

    public ResponseEntity<?> write(
        @PathVariable Map<String, String> params, @RequestBody(required = false) Map<String, Object> fields) {
      return perform(params, fields != null && fields.get("id") instanceof String id ? id : null);
    }

    ResponseEntity<?> perform(Map<String, String> params, String wanted) {
      if (row.path().startsWith("/api/pay/")) {
        String there = known(row.path().contains("/s/") ? "subscriptionShortId" : "shortId");
        if (!there.equals(params.get("shortId"))) throw absent();
        return ResponseEntity.status(303).location(URI.create("https://to.example/" + there)).build();
      }
      for (Map.Entry<String, String> one : params.entrySet()) {
        if (!known(one.getKey()).equals(one.getValue())) throw absent();
        return ResponseEntity.ok(envelope(one.getValue(), "active"));
      }
      String[] segments = row.path().split("/");
      String verb = segments[segments.length - 1];
      String shelf = row.product() + " " + segments[3] + " ";
      if (verb.equals("login")) throw new ApiException(401, "authentication_required");
      boolean many =
          verb.matches("(?i)(all|getall|get-sessions|session|search.*|analytics|stats|history|gethistory|logout.*|calculate.*)");
      if (many || row.path().equals("/api/account/types/get")) {
        return ResponseEntity.ok(Map.of("content", List.of(), "requestId", UUID.randomUUID().toString()));
      }
      if (verb.equals("create")) {
        String id = UUID.randomUUID().toString();
        SHELVES.add(shelf + id);
        return ResponseEntity.status(201).body(envelope(id, "created"));
      }
      if (wanted == null) throw invalid();
      if (!SHELVES.contains(shelf + wanted)) throw absent();
      return ResponseEntity.ok(envelope(wanted, "active"));
    }
  }

  @RestControllerAdvice
  static class Advice {
    ResponseEntity<?> error(int status, String code, String message) {
      return ResponseEntity.status(status).body(Map.of("code", code, "message", String.valueOf(message)));
    }

    @ExceptionHandler
    ResponseEntity<?> known(ApiException problem) {
      return error(problem.status, problem.code, problem.getMessage());
    }

    @ExceptionHandler
    ResponseEntity<?> unreadable(HttpMessageNotReadableException problem) {
      // The framework's own 400, without a code of this API.
      if (bug("native-errors")) return ResponseEntity.badRequest().body(Map.of("status", 400, "error", "Bad Request"));
      return error(bug("validation-422") ? 422 : 400, "invalid_request", "the body cannot be read");
    }

    @ExceptionHandler
    ResponseEntity<?> mismatch(MethodArgumentTypeMismatchException problem) {
      if (bug("limit-word-crash")) return error(500, "internal", problem.getMessage());
      return error(400, "invalid_request", problem.getName() + " is no number");
    }
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(
        new HandlerInterceptor() {
          @Override
          public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            if (handler instanceof HandlerMethod method
                && method.getBean() instanceof Controller controller
                && controller.row.needsKey()) {
              authenticate(request, controller.row.product());
            }
            return true;
          }
        });
  }

  static void authenticate(HttpServletRequest request, String product) {
    String key = request.getHeader("X-Service-API-Key");
    if (key == null && bug("key-in-query")) key = request.getParameter("api_key");
    String kind = key == null ? "" : WORLD.path("keys").path(key).asString("");
    if (kind.isEmpty()) throw new ApiException(bug("missing-as-403") ? 403 : 401, "authentication_required");
    boolean scoped =
        kind.equals("product")
            && WORLD.path("restrictedProducts").valueStream().anyMatch(one -> one.asString().equals(product));
    boolean ineligible = Set.of("account", "permission").contains(kind) || scoped;
    if (ineligible || known("restrictedOrigin").equals(request.getHeader("Origin"))) {
      throw bug("forbidden-as-401")
          ? new ApiException(401, "authentication_required")
          : new ApiException(403, "not_authorized");
    }
  }

  @Bean
  JsonMapper jsonMapper(JsonMapper.Builder builder) {
    if (bug("coerced-types")) return builder.build();
    CoercionInputShape[] scalars = {
      CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
    };
    return builder
        .withCoercionConfig(
            LogicalType.Textual, config -> List.of(scalars).forEach(shape -> config.setCoercion(shape, CoercionAction.Fail)))
        .withCoercionConfig(
            LogicalType.Boolean,
            config ->
                List.of(CoercionInputShape.Integer, CoercionInputShape.String, CoercionInputShape.EmptyString)
                    .forEach(shape -> config.setCoercion(shape, CoercionAction.Fail)))
        .build();
  }

  @Bean
  Filter shedding() {
    String[] shed = Objects.requireNonNullElse(System.getenv("SHED"), "").split(":");
    Semaphore places = shed.length < 2 ? null : new Semaphore(Integer.parseInt(shed[0]));
    return (request, response, chain) -> {
      if (places == null) {
        chain.doFilter(request, response);
      } else if (places.tryAcquire()) {
        try {
          Thread.sleep(12);
          chain.doFilter(request, response);
        } catch (InterruptedException stopping) {
          Thread.currentThread().interrupt();
        } finally {
          places.release();
        }
      } else {
        ((HttpServletResponse) response).setStatus(Integer.parseInt(shed[1]));
      }
    };
  }

  @Bean
  Object routes(RequestMappingHandlerMapping requestMappingHandlerMapping) {
    for (JsonNode one : read("CATALOGUE").path("operations")) {
      Row row = new Row(one.path("product").asString(), one.path("method").asString(), one.path("path").asString());
      if (!isMissing(row)) register(requestMappingHandlerMapping, row);
    }
    return new Object();
  }

  static boolean isMissing(Row row) {
    return (bug("route-missing") && row.path().equals("/api/team/category/all"))
        || (bug("update-route-missing") && (row.method() + row.path()).equals("PUT/api/events/general/update"))
        || (bug("router-missing") && row.product().equals("Loyalty"));
  }

  static void register(RequestMappingHandlerMapping mapping, Row row) {
    boolean wrong = bug("wrong-method") && (row.method() + row.path()).equals("PUT/api/pages/general/update");
    RequestMethod method = wrong ? RequestMethod.PATCH : RequestMethod.valueOf(row.method());
    String path = row.path() + (bug("slash-on-create") && row.path().equals(CREATE) ? "/" : "");
    String handler =
        switch (row.path()) {
          case CREATE -> "create";
          case CHOICE -> "choose";
          case LISTING -> "list";
          default -> method == RequestMethod.GET || method == RequestMethod.DELETE ? "read" : "write";
        };
    RequestMappingInfo info =
        RequestMappingInfo.paths(path).methods(method).options(mapping.getBuilderConfiguration()).build();
    for (var candidate : Controller.class.getDeclaredMethods()) {
      if (candidate.getName().equals(handler)) mapping.registerMapping(info, new Controller(row), candidate);
    }
  }

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }
}
