import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/skeleton.tsx';
import { LoadError } from '../../../components/states.tsx';
import { request } from '../../../http/client.ts';

/** A number with its name. */
export function PlainFigure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="plain-figure">
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
      {note && <dd className="plain-note">{note}</dd>}
    </div>
  );
}

/** A heading over what a call answers, or what stands in for it. */
export function FiguresPart<T>(props: { title: string; path: string; children: (data: T) => ReactNode }) {
  const { title, path, children } = props;
  const query = useQuery({ queryKey: ['figures', path], queryFn: ({ signal }) => request<T>(path, { signal }) });
  const { data, error, isFetching } = query;
  return (
    <section className="figures-part" aria-label={title}>
      <h2>{title}</h2>
      {data ? (
        children(data)
      ) : error ? (
        <LoadError error={error} again={() => void query.refetch()} busy={isFetching} />
      ) : (
        <Skeleton rows={4} />
      )}
    </section>
  );
}

/** A short table: names at the left, figures at the right. */
export function ShortTable(props: { label: string; heads: readonly string[]; rows: readonly (readonly string[])[] }) {
  const { label, heads, rows } = props;
  return (
    <table className="short-table" aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...values], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            {values.map((value, index) => (
              <td key={index} className="figures">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
