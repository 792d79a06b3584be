import { readText } from '@tidewaiter/contract';

/** Text between figures, by its lines: headings, paragraphs and lists. */
export function ReportText({ text }: { text: string }) {
  return (
    <div className="stack gap-8 readable" dir="auto">
      {readText(text).map((block) => {
        if (block.kind === 'heading') return <h2 key={block.line}>{block.text}</h2>;
        if (block.kind === 'paragraph') return <p key={block.line}>{block.text}</p>;
        return (
          <ul key={block.line} className="m-0">
            {block.items.map((item) => (
              <li key={item.line}>{item.text}</li>
            ))}
          </ul>
        );
      })}
    </div>
  );
}
