CREATE INDEX "audit_entries_of_all" ON "audit_entries" USING btree ("at" DESC NULLS LAST);
