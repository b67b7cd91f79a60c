ALTER TABLE "hyperlinks" ADD COLUMN "searched" text GENERATED ALWAYS AS (public.fold_text(coalesce("word", '') || ' ' || coalesce("link", ''))) STORED;
--> statement-breakpoint
ALTER TABLE "prepared_answers" ADD COLUMN "searched" text GENERATED ALWAYS AS (public.fold_text(coalesce("shortcut", '') || ' ' || coalesce("text", ''))) STORED;
--> statement-breakpoint
ALTER TABLE "close_reasons" ADD COLUMN "searched" text GENERATED ALWAYS AS (public.fold_text(coalesce("reason", ''))) STORED;
