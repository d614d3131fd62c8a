package main

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

func ginRefuse(c *gin.Context, err *apiError) {
	if bug("auth-goes-on") && err == unauthenticated {
		c.JSON(err.status, gin.H{"error": gin.H{"code": err.code, "message": err.message}})
		return
	}
	if bug("native-errors") {
		_ = c.AbortWithError(err.status, err)
		return
	}
	c.AbortWithStatusJSON(err.status, gin.H{"error": gin.H{"code": err.code, "message": err.message}})
}

// ginBind reads a body by gin, an empty one as an empty object. Where it cannot, it refuses the request and returns false.
func ginBind(c *gin.Context, into any) bool {
	if c.Request.ContentLength == 0 {
		return true
	}
	if err := c.ShouldBindJSON(into); err != nil {
		status := http.StatusBadRequest
		if bug("validation-422") {
			status = http.StatusUnprocessableEntity
		}
		ginRefuse(c, &apiError{status, "invalid_request", err.Error()})
		return false
	}
	return true
}

// withGin has one group for each product, else gin's defaults: an unknown route gets "404 page not found" in plain text.
func withGin() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	r.Use(gin.Recovery(), ginShed)
	groups := map[string]*gin.RouterGroup{}
	for _, o := range catalogue.Operations {
		if bug("router-missing") && o.Product == "Loyalty" {
			continue
		}
		path := strings.NewReplacer("{", ":", "}", "").Replace(o.Path)
		if !needsKey(o) {
			r.Handle(o.Method, path, ginHandler(o))
			continue
		}
		if groups[o.Product] == nil {
			groups[o.Product] = r.Group("", ginKey(o.Product))
		}
		switch {
		case bug("route-missing") && o.Path == "/api/team/category/all",
			bug("write-route-missing") && o.Path == "/api/marketing/template/create":
			continue
		case bug("slash-on-create") && o.Path == createPath, bug("slash-on-listing") && o.Path == listingPath:
			path += "/"
		case bug("wrong-casing") && o.Path == "/api/payment/subscriptionPlan/getFeatures":
			path = strings.ToLower(path)
		}
		groups[o.Product].Handle(o.Method, path, ginHandler(o))
	}
	return r
}

func ginShed(c *gin.Context) {
	if places == nil {
		return
	}
	select {
	case places <- struct{}{}:
		defer func() { <-places }()
		work()
		c.Next()
	default:
		c.AbortWithStatus(shedStatus)
	}
}

func ginKey(product string) gin.HandlerFunc {
	return func(c *gin.Context) {
		if err := authenticate(c.GetHeader(keyHeader), product, c.GetHeader("Origin")); err != nil {
			ginRefuse(c, err)
		}
	}
}

func ginHandler(o operation) gin.HandlerFunc {
	return func(c *gin.Context) {
		var body any
		var err *apiError
		switch o.Path {
		case createPath:
			var fields voteEmbed
			if !ginBind(c, &fields) {
				return
			}
			if bug("no-content") {
				c.Status(http.StatusNoContent)
				return
			}
			body = createEmbed(fields)
		case choicePath:
			var fields choiceBody
			if !ginBind(c, &fields) {
				return
			}
			body, err = choose(c.Param("placementId"))
		case listingPath:
			body, err = listDetails(c.Request.URL.Query())
		default:
			ginGeneric(c, o)
			return
		}
		if err != nil {
			ginRefuse(c, err)
			return
		}
		c.JSON(http.StatusOK, body)
	}
}

func ginGeneric(c *gin.Context, o operation) {
	fields := map[string]any{}
	if (o.Method == "POST" || o.Method == "PUT") && !ginBind(c, &fields) {
		return
	}
	if fields == nil {
		fields = map[string]any{}
	}
	for name, values := range c.Request.URL.Query() {
		fields[name] = values[0]
	}
	params := map[string]string{}
	for _, one := range c.Params {
		params[one.Key] = one.Value
	}
	body, location, err := perform(o, params, fields)
	switch {
	case err != nil:
		ginRefuse(c, err)
	case location != "":
		c.Redirect(http.StatusFound, location)
	default:
		c.JSON(http.StatusOK, body)
	}
}
