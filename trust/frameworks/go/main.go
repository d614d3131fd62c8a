// Four deployments of the Platform API. The first word chooses one: stdlib, chi, gin or echo.
package main

import (
	"log"
	"net/http"
	"os"
)

func main() {
	setUp()
	make, known := map[string]func() http.Handler{"stdlib": stdlib, "chi": withChi, "gin": withGin, "echo": withEcho}[os.Args[1]]
	if !known {
		log.Fatalf("there is no deployment %q", os.Args[1])
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), make()))
}
