"""Records in a bucket of an S3 object store: a record is a prefix, final by one atomic write."""
