ALTER TABLE "contents" ADD COLUMN "page_title" text;
