ALTER TABLE "accounts" ADD COLUMN "keeps_files" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "contexts" ADD COLUMN "seen_origins" jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
-- Of words that differ only in case, the oldest stays as it is; the others match exactly from now on.
UPDATE hyperlinks h SET case_sensitive = true WHERE NOT h.case_sensitive AND EXISTS (
  SELECT FROM hyperlinks o WHERE o.account_id = h.account_id AND o.context_id = h.context_id AND NOT o.case_sensitive
    AND lower(o.word) = lower(h.word) AND (o.created_at, o.id) < (h.created_at, h.id));
--> statement-breakpoint
CREATE UNIQUE INDEX "hyperlinks_word_any_case" ON "hyperlinks" USING btree ("account_id","context_id",lower("word")) WHERE not "hyperlinks"."case_sensitive";
