ALTER TABLE "study_variants" ADD COLUMN "gradient" jsonb;--> statement-breakpoint
ALTER TABLE "study_variants" ADD COLUMN "run_id" text;