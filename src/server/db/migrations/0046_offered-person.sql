ALTER TABLE "messages" ADD COLUMN "offered_person" boolean DEFAULT false NOT NULL;
