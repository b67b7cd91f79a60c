ALTER TABLE "contexts" ADD COLUMN "hides_personal_data" boolean DEFAULT true NOT NULL;
