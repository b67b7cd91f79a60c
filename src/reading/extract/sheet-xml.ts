import { Parser } from 'htmlparser2';

type Attributes = Record<string, string | undefined>;

/** Elements are named without their prefix: some programs write one. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

interface XmlHandlers {
  onOpen?(name: string, attributes: Attributes): void;
  onText?(text: string): void;
  onClose?(name: string): void;
}

export function readXml(xml: string, { onOpen, onText, onClose }: XmlHandlers): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => onOpen?.(localName(name), attributes),
      ontext: (text) => onText?.(text),
      onclosetag: (name) => onClose?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

export function eachElement(xml: string, wanted: string, visit: (attributes: Attributes) => void): void {
  readXml(xml, {
    onOpen: (name, attributes) => {
      if (name === wanted) visit(attributes);
    },
  });
}

/** Without the reading aids of Japanese. */
export function textsOf(xml: string, wanted: string): string[] {
  const texts: string[] = [];
  let isText = false;
  let aids = 0;
  readXml(xml, {
    onOpen: (name) => {
      if (name === wanted) texts.push('');
      if (name === 'rPh') aids += 1;
      isText = name === 't' && aids === 0;
    },
    onText: (text) => {
      if (isText && texts.length > 0) texts[texts.length - 1] += text;
    },
    onClose: (name) => {
      if (name === 'rPh') aids -= 1;
      if (name === 't') isText = false;
    },
  });
  return texts;
}
