DROP INDEX "messages_by_gap";
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "answering" jsonb;
--> statement-breakpoint
CREATE INDEX "messages_by_time" ON "messages" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE INDEX "messages_by_gap" ON "messages" USING btree ("account_id","gap_id","created_at","cost","rating") WHERE gap_id is not null and (outcome = 'declined' or rating = 'down');
--> statement-breakpoint
CREATE FUNCTION find_talks_since(wanted text, since timestamptz) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  -- The values stand in the statement itself, for the planner to know how common the words are and how long the span is.
  RETURN QUERY EXECUTE format('SELECT DISTINCT conversation_id FROM messages WHERE account_id = %L AND created_at >= %L
    AND talk_words(account_id, question || '' '' || answer) @@ %L::tsquery',
    nullif(current_setting('prosa.account', true), '')::uuid, since, wanted);
END
$$;
