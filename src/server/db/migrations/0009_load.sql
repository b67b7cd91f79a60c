CREATE TABLE "rate_counters" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);

--> statement-breakpoint
ALTER TABLE "rate_counters" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE INDEX "rate_counters_ended" ON "rate_counters" USING btree ("ends_at");
--> statement-breakpoint
CREATE INDEX "conversations_by_visitor" ON "conversations" USING btree ("account_id","visitor_hash") WHERE visitor_hash is not null;
--> statement-breakpoint
CREATE POLICY "rate_counters_platform" ON "rate_counters" AS PERMISSIVE FOR ALL TO "prosa_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Each search reads the whole list of words that are not in the index yet: it stays short.
ALTER INDEX "messages_words" SET (gin_pending_list_limit = 128);
--> statement-breakpoint
CREATE FUNCTION words_of_nobody_else(words text[], visitor text, conversation uuid) RETURNS SETOF text LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_generic_plan
  SET gin_fuzzy_search_limit = 100 AS $$
DECLARE
  account uuid := nullif(current_setting('prosa.account', true), '')::uuid;
  suffix text := right(account::text, 6);
  word text;
  wanted tsquery;
BEGIN
  -- One plan for all words, and of a word that is used often only some of its places: one is enough.
  FOREACH word IN ARRAY words LOOP
    wanted := ('''' || suffix || word || '''')::tsquery;
    IF NOT EXISTS (SELECT FROM messages m WHERE m.account_id = account
        AND talk_words(m.account_id, m.question || ' ' || m.answer) @@ wanted
        AND (SELECT CASE WHEN visitor IS NULL THEN c.id <> conversation ELSE c.visitor_hash IS DISTINCT FROM visitor END
          FROM conversations c WHERE c.account_id = m.account_id AND c.id = m.conversation_id)) THEN
      RETURN NEXT word;
    END IF;
  END LOOP;
END
$$;
