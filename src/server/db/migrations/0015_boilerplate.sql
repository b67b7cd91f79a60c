ALTER TABLE "chunks" ADD COLUMN "is_boilerplate" boolean DEFAULT false NOT NULL;
