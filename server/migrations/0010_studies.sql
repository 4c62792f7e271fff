CREATE TABLE "studies" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"base_project_id" text NOT NULL,
	"base_name" text NOT NULL,
	"base" jsonb NOT NULL,
	"definition" jsonb NOT NULL,
	"carrier_id" text NOT NULL,
	"waiting" jsonb,
	"taken_until" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"resumed_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "study_variants" (
	"study_id" text NOT NULL,
	"number" integer NOT NULL,
	"values" jsonb NOT NULL,
	"project_id" text,
	"objectives" jsonb,
	"converged" boolean,
	"failure" jsonb,
	CONSTRAINT "study_variants_study_id_number_pk" PRIMARY KEY("study_id","number")
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "study_id" text;--> statement-breakpoint
ALTER TABLE "studies" ADD CONSTRAINT "studies_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_variants" ADD CONSTRAINT "study_variants_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_variants" ADD CONSTRAINT "study_variants_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "studies_owner" ON "studies" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "study_variants_project" ON "study_variants" USING btree ("project_id");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_study_id_studies_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."studies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "projects_study" ON "projects" USING btree ("study_id");