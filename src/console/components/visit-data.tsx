/** What the page told about the visitor, one line each. */
export const VisitData = ({ data }: { data: Readonly<Record<string, unknown>> }) => (
  <ul className="plain">
    {Object.entries(data).map(([key, value]) => (
      <li key={key}>
        {key}: {String(value)}
      </li>
    ))}
  </ul>
);
