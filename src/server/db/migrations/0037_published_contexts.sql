ALTER TABLE "contexts" ADD COLUMN "is_published" boolean DEFAULT false NOT NULL;
