CREATE TABLE "workers" (
	"owner" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"engine" text NOT NULL,
	"mesher_runs" integer NOT NULL,
	"solver_runs" integer NOT NULL,
	"short_runs" integer NOT NULL,
	"cores" integer NOT NULL,
	"memory_bytes" double precision,
	"lease_seconds" double precision NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"heartbeat_at" timestamp with time zone DEFAULT now() NOT NULL
);
