ALTER TABLE "test_results" ADD COLUMN "outcome" text;
