ALTER TABLE "chunks" ADD COLUMN "is_from_picture" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "unread_pages" text;
