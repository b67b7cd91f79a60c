ALTER TABLE "outgoing_webhooks" ADD COLUMN "hides_personal_data" boolean DEFAULT false NOT NULL;
