ALTER TABLE "contexts" ADD COLUMN "offers_found_contact" boolean DEFAULT true NOT NULL;
