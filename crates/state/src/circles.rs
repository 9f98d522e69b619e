//! Circles in a graph of dependencies: the one search for phases, and for plans across folders.

/// For each node the circle that it is on, as the shortest way from it back to it (the node first, and again at the end);
/// `None` for a node on no circle. `edges` names the nodes that each node depends on.
///
/// Components are found in linear time; a way is searched once for each node of a component with a circle.
pub(crate) fn in_circles(edges: &[Vec<usize>]) -> Vec<Option<Vec<usize>>> {
    let components = components(edges);
    let mut sizes = vec![0_usize; edges.len()];
    for &component in &components {
        if let Some(size) = sizes.get_mut(component) {
            *size += 1;
        }
    }
    let circle = |node: usize| {
        let own = components.get(node).copied()?;
        let is_alone = sizes.get(own).copied().unwrap_or_default() < 2;
        let is_own_need = edges.get(node).is_some_and(|needs| needs.contains(&node));
        match (is_alone, is_own_need) {
            (_, true) => Some(vec![node, node]),
            (true, false) => None,
            // A long circle is told by its nodes alone: naming all of it at each of them would be quadratic.
            (false, false) if sizes.get(own).copied().unwrap_or_default() > LONGEST_TOLD => Some(vec![node]),
            (false, false) => Some(way_back(node, own, edges, &components)),
        }
    };
    (0..edges.len()).map(circle).collect()
}

/// More than this many members of a circle help nobody.
const LONGEST_TOLD: usize = 100;

/// The shortest way from `start` along its component back to it.
fn way_back(start: usize, own: usize, edges: &[Vec<usize>], components: &[usize]) -> Vec<usize> {
    let mut came_from: Vec<(usize, usize)> = Vec::new();
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for &next in edges.get(node).map(Vec::as_slice).unwrap_or_default() {
            if next == start {
                let mut way = vec![start, node];
                let mut at = node;
                while at != start {
                    let Some(&(_, before)) = came_from.iter().find(|(reached, _)| *reached == at) else {
                        break;
                    };
                    at = before;
                    way.push(at);
                }
                if node == start {
                    way.truncate(1);
                    way.push(start);
                }
                way.reverse();
                return way;
            }
            let is_inside = components.get(next) == Some(&own);
            if is_inside && !came_from.iter().any(|(reached, _)| *reached == next) {
                came_from.push((next, node));
                queue.push_back(next);
            }
        }
    }
    vec![start]
}

/// The strongly connected component of each node (Tarjan's search, without recursion).
fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = edges.len();
    let (mut order, mut low, mut component) = (vec![NONE; count], vec![0; count], vec![NONE; count]);
    let (mut stack, mut next_order, mut next_component) = (Vec::new(), 0, 0);
    for root in 0..count {
        if order.get(root) != Some(&NONE) {
            continue;
        }
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, edge)) = path.pop() {
            if edge == 0 {
                set(&mut order, node, next_order);
                set(&mut low, node, next_order);
                next_order += 1;
                stack.push(node);
            }
            match edges.get(node).and_then(|needs| needs.get(edge)).copied() {
                Some(next) => {
                    path.push((node, edge + 1));
                    if order.get(next) == Some(&NONE) {
                        path.push((next, 0));
                    } else if component.get(next) == Some(&NONE) {
                        lower(&mut low, node, order.get(next).copied().unwrap_or(NONE));
                    }
                }
                None => {
                    let own = low.get(node).copied().unwrap_or_default();
                    if order.get(node) == Some(&own) {
                        while let Some(member) = stack.pop() {
                            set(&mut component, member, next_component);
                            if member == node {
                                break;
                            }
                        }
                        next_component += 1;
                    }
                    if let Some(&(parent, _)) = path.last() {
                        lower(&mut low, parent, own);
                    }
                }
            }
        }
    }
    component
}

fn set(values: &mut [usize], index: usize, value: usize) {
    if let Some(slot) = values.get_mut(index) {
        *slot = value;
    }
}

fn lower(values: &mut [usize], index: usize, value: usize) {
    if let Some(slot) = values.get_mut(index) {
        *slot = (*slot).min(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &[&[usize]], expected: &[Option<&[usize]>]) {
        let edges: Vec<Vec<usize>> = edges.iter().map(|needs| needs.to_vec()).collect();
        let found = in_circles(&edges);
        let found: Vec<Option<&[usize]>> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found, expected, "{edges:?}");
    }

    /// D25: nodes on circles, and the way round.
    #[test]
    fn circles() {
        check(&[], &[]);
        check(&[&[], &[0], &[1]], &[None, None, None]);
        check(&[&[0], &[0]], &[Some(&[0, 0]), None]);
        check(&[&[1], &[0], &[0]], &[Some(&[0, 1, 0]), Some(&[1, 0, 1]), None]);
        check(&[&[1], &[2], &[0]], &[Some(&[0, 1, 2, 0]), Some(&[1, 2, 0, 1]), Some(&[2, 0, 1, 2])]);
        check(&[&[1, 9], &[]], &[None, None]);
    }

    /// G10: a circle of very many is found at once, and not told in full at each.
    #[test]
    fn long_circle() {
        let count = 100_000;
        let edges: Vec<Vec<usize>> = (0..count).map(|node| vec![(node + 1) % count]).collect();
        assert!(in_circles(&edges).iter().enumerate().all(|(node, way)| way.as_deref() == Some(&[node])));
    }

    /// G10: a circle of a hundred is told in full, one of more by its nodes alone.
    #[test]
    fn longest_told_circle() {
        for (count, told) in [(LONGEST_TOLD, LONGEST_TOLD + 1), (LONGEST_TOLD + 1, 1)] {
            let edges: Vec<Vec<usize>> = (0..count).map(|node| vec![(node + 1) % count]).collect();
            let lengths: Vec<_> = in_circles(&edges).iter().flatten().map(Vec::len).collect();
            assert_eq!(lengths, vec![told; count]);
        }
    }

    /// G10: what stands beside the circle is not searched for the way back, however much it is.
    #[test]
    fn many_needs_beside_a_circle() {
        let count = 300_000;
        let mut edges = vec![Vec::new(); count];
        edges[0] = (2..count).chain([1]).collect();
        edges[1] = vec![0];
        let found = in_circles(&edges);
        assert_eq!(found.iter().flatten().collect::<Vec<_>>(), [&[0, 1, 0], &[1, 0, 1]]);
    }
}
