// Code that the four deployments share: the catalogue, the keys and their accounts, and the resources.
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	createPath  = "/api/vote/embed/create"
	listingPath = "/api/video/details/all"
	choicePath  = "/api/ads/placement/choice/{placementId}"
	keyHeader   = "X-Service-API-Key"
)

type operation struct{ Product, Method, Path, Operation, Effect string }

func (o operation) id() string { return o.Method + " " + o.Path }

var catalogue struct{ Operations []operation }

var world struct {
	Keys                                                        map[string]string
	RestrictedProducts                                          []string
	RestrictedOrigin, PlacementID, ShortID, SubscriptionShortID string
	AccountID, AttributionID, PaymentLinkID                     string
}

func load(name string, into any) {
	text, err := os.ReadFile(os.Getenv(name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(err)
	}
}

// bug is true where the deployment was started with this bug.
func bug(name string) bool { return os.Getenv("BUG") == name }

type apiError struct {
	status        int
	code, message string
}

func (e *apiError) Error() string { return e.message }

var (
	invalid         = &apiError{400, "invalid_request", "the request is wrong"}
	unauthenticated = &apiError{401, "authentication_required", "a valid key is needed"}
	forbidden       = &apiError{403, "not_authorized", "not eligible"}
	notFound        = &apiError{404, "not_found", "not found"}
)

var open = map[string]bool{
	"POST " + choicePath:               true,
	"POST /api/account/general/login":  true,
	"POST /api/account/general/forgot": true,
	"GET /api/pay/{shortId}":           true,
	"GET /api/pay/s/{shortId}":         true,
}

func needsKey(o operation) bool {
	return !open[o.id()] || (bug("choice-needs-key") && o.Path == choicePath)
}

func authenticate(key, product, origin string) *apiError {
	kind, known := world.Keys[key]
	if bug("key-prefix") && len(key) > 8 {
		for one, its := range world.Keys {
			if strings.HasPrefix(one, key) {
				kind, known = its, true
			}
		}
	}
	if !known {
		if bug("missing-as-403") {
			return &apiError{403, unauthenticated.code, unauthenticated.message}
		}
		return unauthenticated
	}
	scoped := false
	for _, one := range world.RestrictedProducts {
		scoped = scoped || kind == "product" && one == product
	}
	if kind == "account" || kind == "permission" || scoped || origin == world.RestrictedOrigin {
		if bug("forbidden-as-401") {
			return unauthenticated
		}
		return forbidden
	}
	return nil
}

type envelope struct {
	Data      map[string]any `json:"data"`
	RequestID string         `json:"requestId,omitempty"`
}

func enveloped(id any, status string) envelope {
	return envelope{map[string]any{"id": id, "status": status}, rand.Text()}
}

var (
	many    = regexp.MustCompile(`(?i)^(all|getall|get-sessions|session|search.*|analytics|stats|history|gethistory|logout.*|calculate.*)$`)
	shelves sync.Map
)

// perform does an operation that is not detailed. It gives a body, the location of a redirect, or an error.
func perform(o operation, params map[string]string, fields map[string]any) (any, string, *apiError) {
	if strings.HasPrefix(o.Path, "/api/pay/") {
		there := world.ShortID
		if strings.Contains(o.Path, "/s/") {
			there = world.SubscriptionShortID
		}
		if params["shortId"] != there {
			return nil, "", notFound
		}
		return nil, "https://go.example/" + there, nil
	}
	known := map[string]string{"accountId": world.AccountID, "attributionId": world.AttributionID, "paymentLinkId": world.PaymentLinkID, "placementId": world.PlacementID}
	for name, value := range params {
		if known[name] != value {
			return nil, "", notFound
		}
		return enveloped(value, "active"), "", nil
	}
	segments := strings.Split(o.Path, "/")
	shelf := o.Product + " " + segments[3] + " "
	switch verb := segments[len(segments)-1]; {
	case verb == "login":
		return nil, "", &apiError{401, "authentication_required", "wrong email or password"}
	case many.MatchString(verb) || o.Path == "/api/account/types/get":
		return map[string]any{"items": []any{}, "requestId": rand.Text()}, "", nil
	case verb == "create":
		id := rand.Text()
		shelves.Store(shelf+id, true)
		return enveloped(id, "created"), "", nil
	}
	id, _ := fields["id"].(string)
	if id == "" {
		return nil, "", invalid
	}
	if _, there := shelves.Load(shelf + id); !there {
		return nil, "", notFound
	}
	return enveloped(id, "active"), "", nil
}

type option struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Color string `json:"color"`
}

type config struct {
	Placement string `json:"placement"`
	Selector  string `json:"selector"`
}

type voteEmbed struct {
	IdempotencyKey  string   `json:"idempotencyKey"`
	Name            string   `json:"name"`
	Title           string   `json:"title"`
	Description     string   `json:"description"`
	Domain          string   `json:"domain"`
	TargetURL       string   `json:"targetUrl"`
	Selector        string   `json:"selector"`
	Placement       string   `json:"placement"`
	BrandName       string   `json:"brandName"`
	PrimaryColor    string   `json:"primaryColor"`
	SecondaryColor  string   `json:"secondaryColor"`
	Status          string   `json:"status"`
	RevShareEnabled bool     `json:"revShareEnabled"`
	AllowAnonymous  bool     `json:"allowAnonymous"`
	ShowBranding    bool     `json:"showBranding"`
	Options         []option `json:"options"`
	Config          *config  `json:"config"`
}

type choiceBody struct {
	ChoiceData struct {
		Selection string `json:"selection"`
		UserID    string `json:"userId"`
		Reason    string `json:"reason"`
	} `json:"choiceData"`
}

func createEmbed(fields voteEmbed) envelope {
	if bug("crash-on-null") {
		_ = fields.Config.Placement
	}
	status := fields.Status
	if status == "" {
		status = "active"
	}
	made := enveloped(rand.Text(), status)
	if bug("status-missing") {
		delete(made.Data, "status")
	}
	if bug("number-id") {
		made.Data["id"] = 4711
	}
	if bug("request-id-missing") {
		made.RequestID = ""
	}
	return made
}

func choose(placementID string) (envelope, *apiError) {
	if placementID != world.PlacementID && !bug("unknown-placement-served") {
		return envelope{}, notFound
	}
	return enveloped(placementID, "recorded"), nil
}

var numbers = []string{"newest", "updated", "nearlive", "nowlive", "postlive", "tournament", "offset", "limit"}

func listDetails(query url.Values) (any, *apiError) {
	for _, name := range numbers {
		text := query.Get(name)
		if _, err := strconv.ParseFloat(text, 64); text != "" && err != nil && !bug("limit-word-served") {
			return nil, invalid
		}
	}
	return map[string]any{"data": map[string]any{"id": "details", "status": "complete"}, "items": []any{}, "requestId": rand.Text()}, nil
}

var (
	inFlight, shedStatus int
	places               chan struct{}
)

// work takes 12 ms where load is shed, so that requests are in flight together.
func work() {
	if inFlight > 0 {
		time.Sleep(12 * time.Millisecond)
	}
}

func setUp() {
	load("CATALOGUE", &catalogue)
	load("WORLD", &world)
	if _, err := fmt.Sscanf(os.Getenv("SHED"), "%d:%d", &inFlight, &shedStatus); err == nil {
		places = make(chan struct{}, inFlight)
	}
}
