-- The list shows and searches amounts with both decimals: `120.50`.
alter table subscription_configs alter column list_text set expression as (fold_text(name || ' ' || amount || ' ' || days));
