package main

import (
	"encoding/json"
	"net/http"
	"strings"
)

func reply(w http.ResponseWriter, status int, body any) {
	if !bug("plain-text") {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func refuse(w http.ResponseWriter, err *apiError) {
	if bug("native-errors") {
		http.Error(w, err.message, err.status)
		return
	}
	status := err.status
	if bug("ok-errors") {
		status = 200
	}
	reply(w, status, map[string]any{"code": err.code, "message": err.message})
}

// decode reads a body. An empty one leaves the zero values.
func decode(r *http.Request, into any) *apiError {
	if r.ContentLength == 0 || bug("malformed-accepted") {
		_ = json.NewDecoder(r.Body).Decode(into)
		return nil
	}
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		return &apiError{400, "invalid_request", err.Error()}
	}
	return nil
}

// stdlib uses net/http alone: its router, and a check of the key around each handler.
func stdlib() http.Handler {
	mux := http.NewServeMux()
	for _, o := range catalogue.Operations {
		method, path := o.Method, o.Path
		switch {
		case bug("route-missing") && path == "/api/team/category/all",
			bug("write-route-missing") && path == "/api/marketing/template/create",
			bug("router-missing") && o.Product == "Loyalty":
			continue
		case bug("wrong-method") && o.id() == "PUT /api/pages/general/update":
			method = "PATCH"
		case bug("slash-on-create") && path == createPath, bug("slash-on-listing") && path == listingPath:
			path += "/"
		case bug("wrong-casing") && path == "/api/payment/subscriptionPlan/getFeatures":
			path = strings.ToLower(path)
		}
		mux.HandleFunc(method+" "+path, guarded(o, plain(o)))
	}
	return shedding(mux)
}

func shedding(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if places == nil {
			next.ServeHTTP(w, r)
			return
		}
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
			work()
			next.ServeHTTP(w, r)
		default:
			http.Error(w, http.StatusText(shedStatus), shedStatus)
		}
	})
}

func guarded(o operation, next http.HandlerFunc) http.HandlerFunc {
	if !needsKey(o) || bug("open-embeds") && o.Product == "Embeds" {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get(keyHeader)
		if token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); found && key == "" && bug("bearer-too") {
			key = token
		}
		if err := authenticate(key, o.Product, r.Header.Get("Origin")); err != nil {
			refuse(w, err)
			return
		}
		next(w, r)
	}
}

func plain(o operation) http.HandlerFunc {
	switch o.Path {
	case createPath:
		return func(w http.ResponseWriter, r *http.Request) {
			var fields voteEmbed
			if err := decode(r, &fields); err != nil {
				refuse(w, err)
				return
			}
			reply(w, http.StatusOK, createEmbed(fields))
		}
	case choicePath:
		return func(w http.ResponseWriter, r *http.Request) {
			var fields choiceBody
			if err := decode(r, &fields); err != nil {
				refuse(w, err)
				return
			}
			answer(w)(choose(r.PathValue("placementId")))
		}
	case listingPath:
		return func(w http.ResponseWriter, r *http.Request) {
			body, err := listDetails(r.URL.Query())
			if err != nil {
				refuse(w, err)
				return
			}
			reply(w, http.StatusOK, body)
		}
	}
	return generic(o, func(r *http.Request, name string) string { return r.PathValue(name) })
}

func answer(w http.ResponseWriter) func(envelope, *apiError) {
	return func(body envelope, err *apiError) {
		if err != nil {
			refuse(w, err)
			return
		}
		reply(w, http.StatusOK, body)
	}
}

// generic serves an operation that is not detailed. param reads its path parameter as the router does.
func generic(o operation, param func(*http.Request, string) string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		fields := map[string]any{}
		if o.Method == "POST" || o.Method == "PUT" {
			if err := decode(r, &fields); err != nil {
				refuse(w, err)
				return
			}
		}
		for name, values := range r.URL.Query() {
			if fields == nil {
				fields = map[string]any{}
			}
			fields[name] = values[0]
		}
		params := map[string]string{}
		if _, rest, found := strings.Cut(o.Path, "{"); found {
			name := strings.TrimSuffix(rest, "}")
			params[name] = param(r, name)
		}
		body, location, err := perform(o, params, fields)
		switch {
		case err != nil:
			refuse(w, err)
		case location != "":
			http.Redirect(w, r, location, http.StatusFound)
		default:
			reply(w, http.StatusOK, body)
		}
	}
}
