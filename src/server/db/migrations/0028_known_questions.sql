CREATE FUNCTION question_digest(question text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT md5(regexp_replace(lower(normalize(question, NFKD) COLLATE "C"), '[^a-z0-9]+', '', 'g'))
$$;
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "question_digest" text GENERATED ALWAYS AS (public.question_digest(question)) STORED;
--> statement-breakpoint
CREATE INDEX "contents_by_question" ON "contents" USING btree ("account_id","context_id","question_digest");
--> statement-breakpoint
CREATE INDEX "contents_by_url" ON "contents" USING hash ("url");
