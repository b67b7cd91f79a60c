ALTER TABLE "models" ADD COLUMN "first_token_seconds" integer;
