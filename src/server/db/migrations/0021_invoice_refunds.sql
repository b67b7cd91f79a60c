ALTER TABLE "invoices" ADD COLUMN "refunded_at" timestamp (3) with time zone;
