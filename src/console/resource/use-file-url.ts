import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { requestFile } from '../http/client.ts';

/**
 * Returns an object URL of an image of the API; undefined until it has arrived, or if it cannot be read. An `img` cannot
 * load it itself, because the token is sent in a header.
 */
export function useFileUrl(path: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['file', path],
    enabled: path !== undefined,
    // A file never changes under its id.
    staleTime: Infinity,
    retry: false,
    queryFn: () => requestFile(String(path), 'image/*'),
  });
  const url = useObjectUrl(data);
  return path === undefined ? undefined : url;
}

/** Returns an object URL of a file; undefined without one. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
