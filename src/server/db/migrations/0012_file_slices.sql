-- Files are read a slice at a time: of a compressed value each slice would unpack all that is before it.
ALTER TABLE "content_files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
