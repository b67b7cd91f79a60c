DO $$ BEGIN CREATE ROLE prosa_tenant NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
--> statement-breakpoint
DO $$ BEGIN CREATE ROLE prosa_platform NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
--> statement-breakpoint
DO $$ BEGIN
  IF NOT pg_has_role(current_user, 'prosa_tenant', 'MEMBER') THEN EXECUTE format('GRANT prosa_tenant TO %I', current_user); END IF;
  IF NOT pg_has_role(current_user, 'prosa_platform', 'MEMBER') THEN EXECUTE format('GRANT prosa_platform TO %I', current_user); END IF;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO prosa_tenant, prosa_platform;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO prosa_tenant, prosa_platform;
--> statement-breakpoint
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(lower(value), 'áàâãäåéèêëíìîïóòôõöúùûüçñ', 'aaaaaaeeeeiiiiooooouuuucn')
$$;
