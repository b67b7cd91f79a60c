ALTER TABLE "users" ADD COLUMN "tutorial_folded" boolean DEFAULT false NOT NULL;
