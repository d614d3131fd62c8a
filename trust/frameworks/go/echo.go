package main

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// withEcho has one group for each path prefix, with a middleware that checks the key. So echo asks for the key before it looks for
// the route, and never answers 405. In echo, a parameter at the end of a path takes all the rest of the path.
func withEcho() http.Handler {
	e := echo.New()
	e.HTTPErrorHandler = echoRefuse
	e.Use(middleware.Recover(), echoShed)
	groups := map[string]*echo.Group{}
	for _, o := range catalogue.Operations {
		method, path := o.Method, strings.NewReplacer("{", ":", "}", "").Replace(o.Path)
		if !needsKey(o) {
			e.Add(method, path, echoHandler(o))
			continue
		}
		switch {
		case bug("route-missing") && o.Path == "/api/team/category/all",
			bug("update-route-missing") && o.id() == "PUT /api/events/general/update",
			bug("router-missing") && o.Product == "Loyalty":
			continue
		case bug("wrong-method") && o.id() == "PUT /api/pages/general/update":
			method = http.MethodPatch
		case bug("wrong-casing") && o.Path == "/api/payment/subscriptionPlan/getFeatures":
			path = strings.ToLower(path)
		}
		prefix := "/api/" + strings.SplitN(o.Path, "/", 4)[2]
		if groups[prefix] == nil {
			groups[prefix] = e.Group(prefix)
			if !(bug("open-embeds") && o.Product == "Embeds") {
				groups[prefix].Use(echoKey(o.Product))
			}
		}
		groups[prefix].Add(method, strings.TrimPrefix(path, prefix), echoHandler(o))
	}
	return e
}

// echoRefuse sends documented errors in its own shape, and echo's errors in that of echo.
func echoRefuse(err error, c echo.Context) {
	var known *apiError
	if !errors.As(err, &known) {
		c.Echo().DefaultHTTPErrorHandler(err, c)
		return
	}
	if bug("native-errors") {
		c.Echo().DefaultHTTPErrorHandler(echo.NewHTTPError(known.status, known.message), c)
		return
	}
	_ = c.JSON(known.status, echo.Map{"message": known.message, "code": known.code})
}

func echoShed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if places == nil {
			return next(c)
		}
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
			work()
			return next(c)
		default:
			return echo.NewHTTPError(shedStatus)
		}
	}
}

func echoKey(product string) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			header := c.Request().Header
			if err := authenticate(header.Get(keyHeader), product, header.Get("Origin")); err != nil {
				return err
			}
			return next(c)
		}
	}
}

func echoHandler(o operation) echo.HandlerFunc {
	return func(c echo.Context) error {
		var body any
		var location string
		var err *apiError
		switch o.Path {
		case createPath:
			var fields voteEmbed
			if err = decode(c.Request(), &fields); err == nil {
				body = createEmbed(fields)
			}
		case choicePath:
			var fields choiceBody
			if err = decode(c.Request(), &fields); err == nil {
				body, err = choose(c.Param("placementId"))
			}
		case listingPath:
			body, err = listDetails(c.QueryParams())
		default:
			body, location, err = echoPerform(c, o)
		}
		switch {
		case err != nil:
			return err
		case location != "":
			return c.Redirect(http.StatusFound, location)
		}
		return c.JSON(http.StatusOK, body)
	}
}

func echoPerform(c echo.Context, o operation) (any, string, *apiError) {
	fields := map[string]any{}
	if o.Method == http.MethodPost || o.Method == http.MethodPut {
		if err := decode(c.Request(), &fields); err != nil {
			return nil, "", err
		}
	}
	if fields == nil {
		fields = map[string]any{}
	}
	for name, values := range c.QueryParams() {
		fields[name] = values[0]
	}
	params := map[string]string{}
	for _, name := range c.ParamNames() {
		params[name] = c.Param(name)
	}
	return perform(o, params, fields)
}
