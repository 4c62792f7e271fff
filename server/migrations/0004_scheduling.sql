ALTER TABLE "runs" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "waiting_for" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "estimated_bytes" double precision;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "estimated_seconds" double precision;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "assessed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "assessing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "cores" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "reserved_bytes" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "reserved_on" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "core_seconds" double precision DEFAULT 0 NOT NULL;