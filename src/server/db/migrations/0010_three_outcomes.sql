DROP INDEX "messages_without_gap";
--> statement-breakpoint
DROP INDEX "messages_by_gap";
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "suggestions" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "chosen_content_id" uuid;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "chosen_ordinal" integer;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "chosen_answer" text;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "chosen_sources" jsonb;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "chosen_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "daily_figures" ADD COLUMN "helped" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "messages" SET "outcome" = 'unknown' WHERE "outcome" = 'declined';
--> statement-breakpoint
CREATE FUNCTION name_unknown_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Processes of the version before write the old name while they are being replaced.
  NEW.outcome := 'unknown';
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "messages_unknown_outcome" BEFORE INSERT OR UPDATE OF "outcome" ON "messages"
FOR EACH ROW WHEN (NEW.outcome = 'declined') EXECUTE FUNCTION name_unknown_outcome();
--> statement-breakpoint
UPDATE "daily_figures" f SET "helped" = s.helped
FROM (
  SELECT c.account_id, c.context_id, to_char(m.created_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD') AS day, c.type,
    count(*) AS helped
  FROM conversations c JOIN messages m ON m.account_id = c.account_id AND m.conversation_id = c.id
  WHERE m.outcome = 'answered' GROUP BY 1, 2, 3, 4) s
WHERE f.account_id = s.account_id AND f.context_id = s.context_id AND f.day = s.day AND f.type = s.type;
--> statement-breakpoint
CREATE INDEX "messages_without_gap" ON "messages" USING btree ("account_id","created_at") WHERE gap_id is null and ((outcome = 'unknown' or (outcome = 'suggested' and chosen_content_id is null)) or rating = 'down');
--> statement-breakpoint
CREATE INDEX "messages_by_gap" ON "messages" USING btree ("account_id","gap_id","created_at","cost","rating") WHERE gap_id is not null and ((outcome = 'unknown' or (outcome = 'suggested' and chosen_content_id is null)) or rating = 'down');
