#!/bin/sh
# Ends the processes and namespaces of a lab when its standard input closes, also by a kill of the lab.
# Lines "began PID" and "ended PID" name its processes, which may not be in a namespace yet.
folder=$1; name=$2; pids=
while read -r what pid; do
  case $what in
    began) pids="$pids $pid" ;;
    ended) kept=; for one in $pids; do [ "$one" = "$pid" ] || kept="$kept $one"; done; pids=$kept ;;
  esac
done
for pid in $pids; do kill "$pid"; done
for second in 1 2 3 4 5 6 7 8 9 10; do
  for namespace in $(ip netns list | cut -d' ' -f1 | grep "^$name-"); do
    for pid in $(ip netns pids "$namespace"); do kill -9 "$pid"; done
    ip netns del "$namespace"
  done
  alive=; for pid in $pids; do kill -0 "$pid" && alive=1; done
  [ -z "$alive" ] && break
  sleep 1
done
for pid in $pids; do kill -9 "$pid"; done
rm -rf "$folder"
