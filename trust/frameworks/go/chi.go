package main

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// withChi mounts one router for each path prefix, with a middleware that checks the key. So a missing route under a prefix
// is refused for its key first.
func withChi() http.Handler {
	r := chi.NewRouter()
	r.Use(middleware.Recoverer)
	if inFlight > 0 {
		r.Use(middleware.Throttle(inFlight))
		r.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { work(); next.ServeHTTP(w, r) })
		})
	}
	groups := map[string][]operation{}
	for _, o := range catalogue.Operations {
		if !needsKey(o) {
			r.Method(o.Method, o.Path, chiHandler(o))
			continue
		}
		segments := strings.SplitN(o.Path, "/", 4)
		groups["/api/"+segments[2]] = append(groups["/api/"+segments[2]], o)
	}
	for prefix, own := range groups {
		if bug("router-missing") && prefix == "/api/incentive" {
			continue
		}
		r.Group(func(open chi.Router) {
			open.Route(prefix, func(group chi.Router) {
				if !(bug("open-embeds") && prefix == "/api/vote") && !(bug("open-team") && prefix == "/api/team") {
					group.Use(chiKey(own[0].Product))
				}
				for _, o := range own {
					chiRoute(group, prefix, o)
				}
			})
		})
	}
	return r
}

func chiRoute(group chi.Router, prefix string, o operation) {
	path := strings.TrimPrefix(o.Path, prefix)
	switch {
	case bug("route-missing") && o.Path == "/api/team/category/all",
		bug("update-route-missing") && o.id() == "PUT /api/events/general/update":
		return
	case bug("slash-on-create") && o.Path == createPath:
		path += "/"
	}
	group.Method(o.Method, path, chiHandler(o))
}

func chiKey(product string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := authenticate(r.Header.Get(keyHeader), product, r.Header.Get("Origin")); err != nil {
				refuse(w, err)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

func chiHandler(o operation) http.HandlerFunc {
	if o.Path == choicePath {
		return func(w http.ResponseWriter, r *http.Request) {
			var fields choiceBody
			if err := decode(r, &fields); err != nil {
				refuse(w, err)
				return
			}
			answer(w)(choose(chi.URLParam(r, "placementId")))
		}
	}
	if o.Path == createPath || o.Path == listingPath {
		return plain(o)
	}
	return generic(o, chi.URLParam)
}
