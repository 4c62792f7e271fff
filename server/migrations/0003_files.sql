CREATE TABLE "stored_files" (
	"project_id" text NOT NULL,
	"path" text NOT NULL,
	"from_byte" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"object_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_files_project_id_path_from_byte_pk" PRIMARY KEY("project_id","path","from_byte")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "request_id" text;--> statement-breakpoint
CREATE INDEX "stored_files_object" ON "stored_files" USING btree ("object_key");