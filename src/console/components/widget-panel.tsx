import { useEffect, useRef } from 'react';
import type { mount, Mounted } from '../../widget/panel.ts';

export type WidgetOptions = Omit<Parameters<typeof mount>[0], 'into' | 'api' | 'layout' | 'remember'>;

/**
 * The widget's own panel, which is loaded on demand. It stores nothing on this device. Mounts again when `options` is
 * another object; `onMount` receives the panel, and undefined when it is removed.
 */
export function WidgetPanel(props: {
  className: string;
  options: WidgetOptions;
  onMount?: (panel: Mounted | undefined) => void;
}) {
  const { options, onMount } = props;
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let mounted: Mounted | undefined;
    let isGone = false;
    void import('../../widget/panel.ts').then((panel) => {
      const into = host.current;
      if (isGone || !into) return;
      mounted = panel.mount({
        ...options,
        into,
        api: `${window.location.origin}/api`,
        layout: 'inline',
        remember: false,
      });
      onMount?.(mounted);
    });
    return () => {
      isGone = true;
      mounted?.destroy();
      onMount?.(undefined);
    };
  }, [options, onMount]);
  return <div className={props.className} ref={host} />;
}
